//! The house itself: its code, its pages, and the net.

mod code;
mod net;
mod package;
mod page;
mod pages;
mod public_cases;
mod readme;
mod rules_cited;
