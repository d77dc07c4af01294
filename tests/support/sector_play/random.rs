//! Small random sectors, and how they are written for the program.

use super::super::random::Random;
use super::{Aim, Group, Party, Play, SectorText};

/// Returns a sector of three to five parties, with one or two ships a side or for each ally.
pub(crate) fn random_sector(random: &mut Random) -> SectorText {
    let number = 3 + random.below(3) as usize;
    let allies = if random.one_in(4) { 2 } else { 0 };
    let holder = random.below(3 * number as u64) as usize;
    let mut parties: Vec<Party> = (0..number).map(|n| party(random, n)).collect();
    for _ in 0..allies {
        parties[random.below(number as u64) as usize].alliance = true;
    }
    if let Some(party) = parties.get_mut(holder) {
        party.disc = true;
    }
    // Allies look equally far ahead.
    let allied: Vec<bool> = parties.iter().map(|p| p.alliance).collect();
    if let Some(first) = allied.iter().position(|&allied| allied) {
        let looks_ahead = parties[first].looks_ahead;
        parties.iter_mut().filter(|p| p.alliance).for_each(|p| p.looks_ahead = looks_ahead);
    }
    let cap = random.one_in(8).then(|| 1 + random.below(3) as u32);
    SectorText { parties, cap }
}

fn party(random: &mut Random, n: usize) -> Party {
    let groups = match random.below(6) {
        0 => vec![group(random, 2)],
        1 => vec![group(random, 1)],
        _ => vec![group(random, 1), group(random, 1)],
    };
    Party {
        name: format!("P{n}"),
        groups,
        play: if random.one_in(4) { Play::Npc } else { Play::Optimal },
        aim: if random.one_in(3) { Aim::Swing } else { Aim::Win },
        looks_ahead: !random.one_in(5),
        alliance: false,
        disc: false,
    }
}

fn group(random: &mut Random, most: u64) -> Group {
    let (class, rank) = [("interceptor", 1), ("starbase", 2), ("cruiser", 3), ("dreadnought", 4)]
        [random.below(4) as usize];
    let mut cannons = [0; 4];
    let mut missiles = [0; 4];
    for _ in 0..[0, 1, 1, 1, 2, 2][random.below(6) as usize] {
        cannons[random.below(3) as usize] += 1;
    }
    if random.one_in(3) {
        missiles[random.below(2) as usize] = 1;
    }
    Group {
        class,
        rank,
        count: 1 + random.below(most) as usize,
        cannons,
        missiles,
        computer: random.below(6) as i32,
        shield: random.below(3) as i32,
        hull: random.below(3) as u8,
        initiative: random.below(5) as i32,
        cost: 1 + random.below(6) as u32,
    }
}

impl Group {
    fn typed(&self) -> String {
        let dice = |dice: [usize; 4]| {
            let named = dice.iter().zip(["y", "o", "b", "r"]).filter(|(number, _)| **number > 0);
            let all: String = named.map(|(number, colour)| format!("{number}{colour}")).collect();
            if all.is_empty() { "0".into() } else { all }
        };
        let Self { class, count, computer, shield, hull, initiative, cost, .. } = self;
        let (cannons, missiles) = (dice(self.cannons), dice(self.missiles));
        format!(
            "{count} {class}(cannons={cannons}, missiles={missiles}, computer={computer}, \
             shield={shield}, hull={hull}, initiative={initiative}, cost={cost})"
        )
    }
}

impl SectorText {
    /// Returns the scenario.
    pub(crate) fn scenario(&self) -> String {
        let party = |party: &Party| {
            let groups: Vec<String> = party.groups.iter().map(Group::typed).collect();
            let assign = if party.play == Play::Npc { "npc" } else { "optimal" };
            let objective = if party.aim == Aim::Win { "win" } else { "swing" };
            let horizon = if party.looks_ahead { "sector" } else { "battle" };
            let alliance = if party.alliance { r#", "alliance": "Nova""# } else { "" };
            let disc = if party.disc { r#", "influence": true"# } else { "" };
            format!(
                r#"{{"name": "{}", "fleet": "{}", "play": {{"assign": "{assign}", "objective": "{objective}", "horizon": "{horizon}"}}{alliance}{disc}}}"#,
                party.name,
                groups.join(" + "),
            )
        };
        let parties: Vec<String> = self.parties.iter().map(party).collect();
        let cap = self.cap.map(|cap| format!(r#", "setting": {{"round_cap": {cap}}}"#));
        format!(
            r#"{{"rules": "eclipse", "parties": [{}]{}}}"#,
            parties.join(","),
            cap.unwrap_or_default()
        )
    }
}
