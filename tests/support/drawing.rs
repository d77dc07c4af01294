//! A terminal drawn as an SVG file: text where the terminal has text, rectangles where it has
//! blocks.

use std::fmt::Write;

/// Width and height of a character, in pixels, and the frame around the text.
const CHARACTER: (f64, f64) = (8.4, 19.0);
const FRAME: f64 = 20.0;

/// Colours for light and dark pages.
const STYLE: &str = "\
    text,rect{fill:#1f2328}rect.page{fill:#fff;stroke:#d0d7de}\
    text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}\
    .bold{font-weight:700}.dim{fill:#59636e}\
    .c31{fill:#b42318}.c32{fill:#116329}.c33{fill:#8a5a00}\
    .c34{fill:#0550ae}.c35{fill:#a3378f}.c36{fill:#0b7285}\
    .n32{fill:#0072b8}.n166{fill:#c25100}\
    @media(prefers-color-scheme:dark){text,rect{fill:#e6edf3}\
    rect.page{fill:#0d1117;stroke:#30363d}\
    .dim{fill:#9198a1}.c31{fill:#ff7b72}.c32{fill:#56d364}.c33{fill:#e3b341}\
    .c34{fill:#79c0ff}.c35{fill:#e58fd6}.c36{fill:#56d4dd}\
    .n32{fill:#3d9fe6}.n166{fill:#ee7d2b}}";

/// Returns the picture of a command and its coloured output.
pub(crate) fn terminal(command: &str, output: &str) -> String {
    let output = format!("\u{1b}[2m$\u{1b}[0m {command}\n\n{output}");
    let lines: Vec<Vec<(char, String)>> = styled(output.trim_end());
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0).max(80);
    let width = columns as f64 * CHARACTER.0 + 2.0 * FRAME;
    let height = lines.len() as f64 * CHARACTER.1 + 2.0 * FRAME;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" x=\".5\" y=\".5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\"/>\n",
        escaped(command),
        width - 1.0,
        height - 1.0
    );
    for (line, top) in lines.iter().zip((0..).map(|n| FRAME + f64::from(n) * CHARACTER.1)) {
        draw(&mut svg, line, top);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the characters of each line, each with its class.
fn styled(output: &str) -> Vec<Vec<(char, String)>> {
    let mut lines = vec![Vec::new()];
    let mut class = String::new();
    for (n, piece) in output.split("\u{1b}[").enumerate() {
        let text = match (n, piece.split_once('m')) {
            (0, _) | (_, None) => piece,
            (_, Some((codes, text))) => {
                match codes.strip_prefix("38;5;") {
                    Some(number) => add(&mut class, &format!("n{number}")),
                    None => codes.split(';').for_each(|code| apply(&mut class, code)),
                }
                text
            }
        };
        for c in text.chars() {
            match c {
                '\n' => lines.push(Vec::new()),
                _ => lines.last_mut().unwrap().push((c, class.clone())),
            }
        }
    }
    lines
}

/// Changes the class by a code of the terminal.
fn apply(class: &mut String, code: &str) {
    let name = match code {
        "" | "0" => return class.clear(),
        "1" => "bold".to_string(),
        "2" => "dim".to_string(),
        _ => format!("c{code}"),
    };
    add(class, &name);
}

/// Adds a class, which the style must know.
fn add(class: &mut String, name: &str) {
    assert!(STYLE.contains(&format!(".{name}{{")), "the drawing has no style for {name}");
    if !class.is_empty() {
        class.push(' ');
    }
    class.push_str(name);
}

/// Draws one line: words of one class as text at their column, blocks as rectangles.
fn draw(svg: &mut String, line: &[(char, String)], top: f64) {
    let mut start = 0;
    while start < line.len() {
        let (first, class) = &line[start];
        let same = |end: &usize| line[*end].1 == *class;
        let end = match first {
            ' ' => start + 1,
            '█' => {
                let full = (start..line.len()).take_while(same);
                let full = full.take_while(|n| line[*n].0 == '█').count() + start;
                full + usize::from(full < line.len() && left(line[full].0) < 1.0)
            }
            shade @ ('░' | '▒' | '▓') => {
                (start..line.len()).take_while(same).take_while(|n| line[*n].0 == *shade).count()
                    + start
            }
            _ if is_block(*first) => start + 1,
            _ => {
                let words = (start..line.len()).take_while(same);
                // Two spaces end a cell of a table.
                let in_cell =
                    |n: &usize| line[*n].0 != ' ' || line.get(n + 1).is_some_and(|c| c.0 != ' ');
                words.take_while(|n| !is_block(line[*n].0)).take_while(in_cell).count() + start
            }
        };
        let x = FRAME + start as f64 * CHARACTER.0;
        let text: String = line[start..end].iter().map(|(c, _)| *c).collect();
        let class = match class.as_str() {
            "" => String::new(),
            class => format!(" class=\"{class}\""),
        };
        if is_block(*first) {
            rectangle(svg, &text, &class, (x, top));
        } else if *first != ' ' {
            let (y, wide) = (top + 14.0, (end - start) as f64 * CHARACTER.0);
            let text = escaped(text.trim_end());
            writeln!(
                svg,
                "<text{class} x=\"{x:.1}\" y=\"{y}\" textLength=\"{wide:.1}\">{text}</text>"
            )
            .unwrap();
        }
        start = end;
    }
}

/// Draws blocks of one line.
fn rectangle(svg: &mut String, blocks: &str, class: &str, (x, top): (f64, f64)) {
    let width = blocks.chars().map(left).sum::<f64>() * CHARACTER.0;
    let share = blocks.chars().map(lower).fold(0.0, f64::max);
    let full = CHARACTER.1 - 3.0;
    let (height, y) = (share * full, top + 1.0 + full * (1.0 - share));
    let opacity = match blocks.chars().next() {
        Some('░') => " opacity=\".4\"",
        Some('▒') => " opacity=\".6\"",
        Some('▓') => " opacity=\".8\"",
        _ => "",
    };
    writeln!(
        svg,
        "<rect{class} x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{opacity}/>"
    )
    .unwrap();
}

/// Whether a character is drawn as a rectangle.
fn is_block(c: char) -> bool {
    ('▁'..='▏').contains(&c) || ('░'..='▓').contains(&c)
}

/// Width of a block as a share of a character.
fn left(c: char) -> f64 {
    match c {
        '▉'..='▏' => f64::from('▐' as u32 - c as u32) / 8.0,
        _ => 1.0,
    }
}

/// Height of a block as a share of a character.
fn lower(c: char) -> f64 {
    match c {
        '▁'..='▇' => f64::from(c as u32 - '▁' as u32 + 1) / 8.0,
        _ => 1.0,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
