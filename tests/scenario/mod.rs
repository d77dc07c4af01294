//! Fights as they are written: typed, in documents, codes and links.

mod codes;
mod desk;
mod links;
mod notation;
mod palettes;
mod phrasings;
mod writing;
