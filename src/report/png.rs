//! Plots as PNG.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// Pixels for each pixel of the plot, if it is not too large.
const SCALE: f32 = 2.0;

/// Largest width and height in pixels.
const MAX_SIDE: f32 = 16_384.0;

/// Family of the fonts in the program.
const FAMILY: &str = "DejaVu Sans";

/// Renders a plot in its light colours as PNG, with the fonts of the program; `None` if it is not
/// a plot.
#[must_use]
pub fn png(svg: &str) -> Option<Vec<u8>> {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/DejaVuSans.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../fonts/DejaVuSans-Bold.ttf").to_vec());
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    let options =
        Options { font_family: FAMILY.into(), fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size();
    let scale = SCALE.min(MAX_SIDE / size.width()).min(MAX_SIDE / size.height());
    let side = |length: f32| (length * scale).ceil() as u32;
    let mut pixels = Pixmap::new(side(size.width()), side(size.height()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
