//! `fleetodds advise`: its reports in all formats, and what it refuses.

use crate::support::program::refuses;

/// Dice that cannot be read are refused with their place.
#[test]
fn words_that_are_no_dice_are_refused() {
    let roll = |typed: &'static str| ["advise", "2 cruiser", "2 ancient", "--roll", typed];
    refuses(&roll("y6 y7"), 2, &["`y6 y7` is not a roll", "a face is 1 to 6", "--roll:1:5"]);
    refuses(&roll("y6 y"), 2, &["the face of this die is missing", "--roll:1:4"]);
    refuses(&roll("y6 !5"), 2, &["this is not part of a die", "--roll:1:4"]);
    let apart = ["advise", "2", "cruiser", "v", "ancient", "--roll", "y6", "y5"];
    refuses(&apart, 2, &["join the dice with commas: --roll y6,y5"]);
    let apart = ["advise", "--roll", "y6,", "2 cruiser", "v", "ancient", "y5,", "o5"];
    refuses(&apart, 2, &["--roll y6,y5,o5"]);
    refuses(&["advise", "cruiser", "ancient", "--hits", "few"], 2, &["--hits"]);
}
