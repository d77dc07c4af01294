//! The units of a side with what its abilities make of them: texts that its units have, and units
//! that may be placed.

use super::catalogue::{EffectEntry, Faction, Placed, PrintedUnit, RollEntry, RollsOf, add_texts};
use super::effects::{Known, Learned, find};
use super::groups::{group_there, unknown_unit};
use super::names::{key, same_class};
use super::side::SideCtx;
use crate::games::Rulebook;
use crate::games::ti4::rules::{
    Ability, Effect, Effects, Gain, RollChange, RollKind, RollText, RolledBy, Text, Theatre,
    Ti4Group, Unit, UnitKind, limits,
};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::notation::Spanned;

/// Abilities with dice that no unit of the fleet rolls.
const LOOSE_DICE: [Ability; 6] = [
    Ability::CustodiaVigilia,
    Ability::ExperimentalBattlestation,
    Ability::Geoform,
    Ability::LightrailOrdnance,
    Ability::MetaliVoidArmaments,
    Ability::ProximaTargetingVi,
];

/// The units of a side.
#[derive(Clone, Debug)]
pub(super) struct Lineup<'a> {
    pub(super) ctx: SideCtx<'a>,
    /// Groups listed, then those whose units only abilities place.
    pub(super) groups: Vec<Ti4Group>,
    /// The unit of each group as printed.
    pub(super) printed: Vec<&'a PrintedUnit>,
    /// Groups that are listed with other planets, and those in other systems, as printed.
    pub(super) elsewhere: Vec<(Ti4Group, &'a PrintedUnit)>,
    /// Number of groups that are listed, or placed by name. Copies of enemy ships follow them.
    pub(super) named: usize,
    /// Texts of both sides that change rolls of this side.
    pub(super) texts: Vec<RollText>,
    /// Entries whose texts about rolls of both sides are among them.
    pub(super) shared: Vec<String>,
    /// Whether the side has dice that no unit rolls.
    pub(super) has_loose_dice: bool,
    /// Faction of each member.
    pub(super) factions: [Option<&'a Faction>; limits::MEMBERS],
    /// Faction to which each member belongs, even if only its units say so.
    pub(super) owners: [Option<&'a Faction>; limits::MEMBERS],
}

impl<'a> Lineup<'a> {
    /// Whether no units are listed, so that no ability can place any.
    fn is_empty(&self) -> bool {
        self.groups.iter().all(|group| group.is_reserve)
    }

    /// Returns the effects of what a side has.
    pub(super) fn effects(&mut self, known: &mut Known<'a>) -> Result<Vec<Effect>, Diagnostic> {
        self.hold(known);
        let mut effects = Vec::new();
        check_abilities(known)?;
        for learned in known.played().cloned().collect::<Vec<_>>() {
            effects.extend(self.effect(&learned)?);
        }
        self.named = self.groups.len();
        self.has_loose_dice = effects.iter().any(|effect| LOOSE_DICE.contains(&effect.ability));
        Ok(effects)
    }

    /// Gives the units of a side the texts of what it has. Units that are placed have them, too, so
    /// that all groups must be there.
    pub(super) fn add_all_texts(&mut self, known: &mut Known<'a>) -> Result<(), Diagnostic> {
        for learned in known.played().cloned().collect::<Vec<_>>() {
            self.add_texts(&learned, &mut known.warnings)?;
        }
        let idle = |learned: &Learned<'a>| {
            let (entry, of) = (learned.entry, RollsOf::Own(learned.member));
            let is_own = !entry.rolls.iter().any(|roll| roll.is_about(RollsOf::Enemy));
            let why = self.idle_rolls(entry, learned.count(), of).filter(|_| is_own)?;
            Some(format!("{} has no effect: {why}", entry.name))
        };
        let idle: Vec<String> = known.played().filter_map(idle).collect();
        known.warnings.extend(idle);
        Ok(())
    }

    /// Adds the abilities that factions and units have by themselves (T12), unless they are named.
    fn hold(&self, known: &mut Known<'a>) {
        let catalogue = self.ctx.catalogue;
        let mut held = Vec::new();
        for (member, faction) in self.factions.iter().enumerate() {
            let names = faction.iter().flat_map(|faction| &faction.abilities);
            held.extend(names.filter_map(|n| Some((catalogue.effect(n)?, member as u8))));
        }
        for (group, printed) in self.groups.iter().zip(&self.printed) {
            let entry = catalogue.effect(&printed.title).filter(|entry| {
                let is_optional = printed.if_named != Text::default();
                entry.unit.as_ref() == Some(&printed.name) && !is_optional
            });
            held.extend(entry.filter(|entry| entry.ability.is_some()).map(|e| (e, group.member)));
        }
        for (entry, member) in held {
            let is_it = |l: &Learned<'_>| l.member == member && l.entry.name == entry.name;
            if !known.learned.iter().any(is_it) {
                known.learned.push(Learned::held(entry, member));
            }
        }
    }

    /// Returns the effects of one ability, if the rules have it.
    fn effect(&mut self, learned: &Learned<'a>) -> Result<Vec<Effect>, Diagnostic> {
        let (entry, member) = (learned.entry, learned.member);
        let mut effects = Vec::new();
        for title in &learned.text.texts {
            let ability = find(self.ctx.catalogue, title)?.ability;
            effects.extend(ability.map(|ability| Effect { member, ..Effect::of(ability) }));
        }
        let Some(ability) = entry.ability else { return Ok(effects) };
        // The bonus of the faction is part of its figures.
        let faction = self.factions[usize::from(member)];
        let is_of_faction =
            faction.is_some_and(|f| f.bonus != 0 && f.abilities.contains(&entry.name));
        if is_of_faction {
            return Ok(effects);
        }
        let mut effect = learned.effect(ability);
        if !self.is_empty() && ability != Ability::Linkship {
            self.concern(&mut effect, learned)?;
        }
        effects.push(effect);
        Ok(effects)
    }

    /// Gives units the texts of an ability, and linkships their cannons.
    fn add_texts(
        &mut self,
        learned: &Learned<'a>,
        warnings: &mut Vec<String>,
    ) -> Result<(), Diagnostic> {
        let (entry, member) = (learned.entry, learned.member);
        self.add_text(entry, learned.count(), member, warnings);
        if entry.unit.is_none() {
            self.add_roll_texts(entry, learned.count(), RollsOf::Own(member), &[]);
        }
        for title in &learned.text.texts {
            let of = find(self.ctx.catalogue, title)?;
            if of.unit.is_none() {
                let message = format!("`{}` is not the text of a flagship", title.value);
                return Err(Diagnostic::at(&title.place, message));
            }
            self.add_text(of, 1, member, warnings);
        }
        match entry.ability {
            Some(Ability::Linkship) if !self.is_empty() => self.arm_linkships(learned, warnings)?,
            Some(Ability::MagenDefenseGrid) if !self.is_empty() => {
                warnings.extend(self.about_structures().map(String::from));
            }
            _ => {}
        }
        Ok(())
    }

    /// Says what is missing for Magen Defense Grid on a planet: a structure, or the infantry that
    /// it placed with each structure when the system was activated (T8).
    fn about_structures(&self) -> Option<&'static str> {
        let of = |is: fn(&Unit) -> bool| -> u16 {
            self.groups.iter().filter(|group| is(&group.unit)).map(|group| group.count).sum()
        };
        let structures = of(|unit| unit.is_structure);
        let is_elsewhere = self.elsewhere.iter().any(|(group, _)| group.unit.is_structure);
        match structures {
            _ if self.ctx.rulebook == Rulebook::Ti4Space => None,
            0 if is_elsewhere => None,
            0 => Some(
                "magen-defense-grid has no effect: the side lists no structure on the planet; list \
                 a space dock as `pds(cannon=none, shield=false)`",
            ),
            _ if of(|unit| unit.kind == UnitKind::Infantry) < structures => Some(
                "magen-defense-grid places 1 infantry with each structure when the system is \
                 activated: list them with the fleet",
            ),
            _ => None,
        }
    }

    /// Gives linkships the space cannon of the structures in their space area, which the side does
    /// not list: those that are named, or the kind of PDS that the side has (T57).
    fn arm_linkships(
        &mut self,
        learned: &Learned<'a>,
        warnings: &mut Vec<String>,
    ) -> Result<(), Diagnostic> {
        let catalogue = self.ctx.catalogue;
        let named = learned.text.unit.as_ref().map(|name| {
            let known = catalogue.unit(&name.value);
            known.filter(|unit| unit.unit.is_structure).ok_or_else(|| {
                let structures = catalogue.units.iter().filter(|unit| unit.unit.is_structure);
                Diagnostic::unknown(&name.place, "structure", structures.map(|unit| &unit.name))
            })
        });
        let structure = named.transpose()?.or_else(|| self.version(UnitKind::Pds, learned.member));
        let is_structure = |group: &Ti4Group| group.unit.is_structure && group.count > 0;
        if self.groups.iter().any(is_structure) {
            warnings.push(
                "linkship: its structures are those in the space area, which fire only by \
                 linkships; structures that are listed are on planets and fire as well"
                    .into(),
            );
        }
        let mut is_there = false;
        for group in self.groups.iter_mut().filter(|group| group.member == learned.member) {
            let Unit { text, cannon, .. } = &mut group.unit;
            if text.links || text.shares_links {
                *cannon = cannon.or(structure.and_then(|printed| printed.unit.cannon));
                is_there = true;
            }
        }
        if !is_there {
            warnings.push("linkship has no effect: the side has no linkship".into());
        }
        Ok(())
    }

    /// Sets the units that an ability concerns and places, and what it gains.
    fn concern(&mut self, effect: &mut Effect, learned: &Learned<'a>) -> Result<(), Diagnostic> {
        let (text, member) = (&learned.text, learned.member);
        if let Some(class) = &text.unit {
            effect.unit = Some(self.listed(class)?);
        }
        for (unit, count) in &text.units {
            effect.units.push((self.named(unit, member)?, *count as u8));
        }
        if effect.units.is_empty() {
            effect.units = self.placed(effect, learned.entry);
        } else if text.count.is_none() && learned.entry.count.is_some() {
            let placed: u64 = text.units.iter().map(|(_, count)| count).sum();
            effect.count = placed.min(u64::from(effect.ability.most())) as u8;
        }
        if let (Ability::RevealPrototype, Some(from), Some(class)) =
            (effect.ability, effect.unit, &text.unit)
        {
            let Some(to) = self.upgrade(from) else {
                let message = format!("`{}` has no upgrade", class.value);
                return Err(Diagnostic::at(&class.place, message));
            };
            effect.units = vec![(to, 0)];
        }
        if let Some(gains) = &text.gains {
            effect.gains = Some(self.gain(gains, member)?);
        }
        Ok(())
    }

    /// Returns the groups of the units that an ability places if none are named.
    fn placed(&mut self, effect: &Effect, entry: &EffectEntry) -> Vec<(usize, u8)> {
        let in_space = self.ctx.rulebook == Rulebook::Ti4Space;
        let kind = match entry.places {
            Some(Placed::Infantry) => UnitKind::Infantry,
            Some(Placed::Mech) => UnitKind::Mech,
            Some(Placed::Cheapest) if in_space => UnitKind::Fighter,
            Some(Placed::Cheapest) => UnitKind::Infantry,
            // The types of enemy ships are not known yet.
            Some(Placed::EnemyShips) | None => return Vec::new(),
        };
        if in_space && matches!(kind, UnitKind::Infantry | UnitKind::Mech) {
            return Vec::new();
        }
        let count = match effect.ability {
            Ability::BrotherMilor | Ability::BrotherMilorOmega => 2,
            Ability::Alarum | Ability::FragmentReality => effect.count,
            _ => 1,
        };
        self.of_kind(kind, effect.member).map(|group| (group, count)).into_iter().collect()
    }

    /// Gives units the text of an entry: the units that have it printed, or all own units of their
    /// kind (T13).
    fn add_text(&mut self, entry: &EffectEntry, count: u8, member: u8, warnings: &mut Vec<String>) {
        let name = entry.unit.as_deref();
        let Some(of) = name.and_then(|name| self.ctx.catalogue.unit(name)) else { return };
        let kind = of.unit.kind;
        // An entry of its own adds to what is printed; that of the title says what is printed.
        let is_title = key(&entry.title) == key(&of.title);
        let text = |text: Text| if is_title { text } else { Text::default() };
        let (texts, pierces) = ([of.unit.text, of.if_named].map(text), of.unit.pierces_shields);
        let has_it = self.printed.iter().any(|printed| printed.name == of.name);
        let has_it = has_it || self.elsewhere.iter().any(|(_, printed)| printed.name == of.name);
        // Texts of flagships and mechs go to those of other factions (T13).
        let is_lent = is_title && !has_it && matches!(kind, UnitKind::Flagship | UnitKind::Mech);
        let is_text = entry.ability.is_some()
            || !entry.rolls.is_empty()
            || pierces
            || texts.iter().any(|text| *text != Text::default());
        if !is_text {
            if !has_it && !self.is_empty() {
                let (name, unit) = (&entry.name, &of.name);
                warnings.push(format!(
                    "{name} changes nothing: it is the unit `{unit}`, which is listed with the fleet"
                ));
            }
            return;
        }
        let mut printed_on = Vec::new();
        let mut is_there = false;
        // A flagship in another system does not come because it might be copied.
        let is_afar = texts[1].acts_from_afar();
        let named = if is_afar { self.named } else { self.groups.len() };
        let here = named.min(self.groups.len());
        let listed = self.groups.iter_mut().take(named).zip(self.printed.iter().copied());
        let elsewhere = self.elsewhere.iter_mut().map(|(group, printed)| (group, *printed));
        for (g, (group, printed)) in listed.chain(elsewhere).enumerate() {
            let is_printed = printed.name == of.name;
            if group.member == member && (is_printed || is_lent && group.unit.kind == kind) {
                let Ti4Group { unit, .. } = group;
                texts.iter().for_each(|text| add_texts(&mut unit.text, *text));
                unit.pierces_shields |= is_title && kind == UnitKind::Flagship && pierces;
                is_there = true;
                match g < here {
                    true => printed_on.push(g),
                    // Ships elsewhere become groups of the fleet later.
                    false => {
                        let own = entry.rolls.iter();
                        let own =
                            own.filter_map(|roll| roll.text(count, RollsOf::Own(member), &[]));
                        own.for_each(|text| text.change_unit(unit));
                    }
                }
            }
        }
        self.add_roll_texts(entry, count, RollsOf::Own(member), &printed_on);
        if is_there || self.is_empty() {
            return;
        }
        if is_afar {
            let unit = Unit { text: of.if_named, ..of.unit };
            let group = Ti4Group::of(unit, self.groups.len(), 1);
            self.elsewhere.push((Ti4Group { member, is_elsewhere: true, ..group }, of));
            warnings.push(format!("{} is in another system: the side lists no flagship", of.title));
            return;
        }
        let missing = match kind {
            UnitKind::Flagship | UnitKind::Mech if is_title => kind.name(),
            _ => of.name.as_str(),
        };
        warnings.push(format!("{} has no effect: the side has no {missing}", entry.name));
    }

    /// Adds what an entry, counted `count` times, changes on rolls of the side. `printed_on` are the
    /// groups of the unit whose text it is.
    pub(super) fn add_roll_texts(
        &mut self,
        entry: &EffectEntry,
        count: u8,
        of: RollsOf,
        printed_on: &[usize],
    ) {
        // What holds for both sides holds once, even if both name it.
        let is_new = !self.shared.contains(&entry.name);
        for roll in entry.rolls.iter().filter(|roll| is_new || !roll.is_shared()) {
            self.texts.extend(roll.text(count, of, printed_on));
        }
        if is_new && entry.rolls.iter().any(RollEntry::is_shared) {
            self.shared.push(entry.name.clone());
        }
    }

    /// Returns why an entry changes no roll of this side, if it should change some.
    pub(super) fn idle_rolls(
        &self,
        entry: &EffectEntry,
        count: u8,
        of: RollsOf,
    ) -> Option<&'static str> {
        let is_meant = |roll: &&RollEntry| roll.is_about(of);
        if self.is_empty() || !entry.rolls.iter().any(|roll| is_meant(&roll)) {
            return None;
        }
        let name = entry.unit.as_deref();
        let groups = self.groups.iter().zip(&self.printed);
        let printed_on = groups
            .enumerate()
            .filter(|(_, (_, printed))| name.is_none_or(|name| same_class(&printed.name, name)));
        let printed_on: Vec<usize> = printed_on.map(|(g, _)| g).collect();
        // Another warning tells that the unit is missing, or its text is lent.
        if printed_on.is_empty() {
            return None;
        }
        let texts = entry.rolls.iter().filter_map(|roll| roll.text(count, of, &printed_on));
        let texts: Vec<RollText> = texts.collect();
        if texts.is_empty() {
            return Some("the count is too low");
        }
        let changes = texts.iter().any(|text| self.changes_a_roll(text));
        (!changes).then_some("no unit there has such a roll")
    }

    /// Whether a unit of this side has a roll in this combat that a text changes. Dice that no unit
    /// rolls count as those of a unit.
    fn changes_a_roll(&self, text: &RollText) -> bool {
        let in_space = self.ctx.rulebook == Rulebook::Ti4Space;
        let theatre = if in_space { Theatre::Space } else { Theatre::Ground };
        let brings_forces = self.groups.iter().any(|group| group.unit.text.brings_forces);
        let gains = |roll: &RollKind, text: &RollText| {
            matches!(text.change, RollChange::Gains(_)) && text.rolls.contains(roll)
        };
        let is_gained = |roll: &RollKind| self.texts.iter().any(|other| gains(roll, other));
        let fights = |unit: &Unit| match theatre {
            Theatre::Space => unit.is_ship || brings_forces,
            Theatre::Ground => unit.is_ground_force || unit.kind == UnitKind::Fighter,
        };
        let is_meant = |g: usize, unit: &Unit| match &text.units {
            RolledBy::Groups(groups) => groups.contains(&g),
            RolledBy::Kinds(kinds, _) => kinds.contains(&unit.kind),
        };
        let is_of_all = matches!(&text.units, RolledBy::Kinds(kinds, _)
            if kinds.len() == UnitKind::ALL.len());
        let made = text.rolls.iter().filter(|roll| roll.is_made_in(theatre));
        made.into_iter().any(|roll| {
            let is_of_dice = *roll != RollKind::Combat && is_of_all && self.has_loose_dice;
            let mut groups = self.groups.iter().enumerate();
            is_of_dice
                || groups.any(|(g, group)| {
                    let mut unit = group.unit;
                    let rolls = roll.of(&mut unit).is_some();
                    let is_there =
                        is_meant(g, &unit) && (*roll != RollKind::Combat || fights(&unit));
                    is_there
                        && match text.change {
                            RollChange::Gains(_) => !rolls,
                            _ => rolls || is_gained(roll),
                        }
                })
        })
    }

    /// Adds the groups that act on the combat from elsewhere after all others.
    pub(super) fn add_elsewhere(&mut self, effects: &Effects) {
        let harrows = effects.has(Ability::Harrow).then(|| effects.has(Ability::Blitz));
        for (group, printed) in std::mem::take(&mut self.elsewhere) {
            if group.unit.is_ship && group.acts_from_elsewhere(harrows) {
                let class = self.groups.len();
                self.groups.push(Ti4Group { class, damaged: 0, is_elsewhere: true, ..group });
                self.printed.push(printed);
            }
        }
    }

    /// Returns the first group listed with this class or kind.
    fn listed(&self, class: &Spanned<String>) -> Result<usize, Diagnostic> {
        self.of_class(&class.value).ok_or_else(|| {
            let known = self.printed.iter().map(|unit| &unit.name);
            Diagnostic::unknown(&class.place, "class of this side", known)
        })
    }

    fn of_class(&self, class: &str) -> Option<usize> {
        let by_name = self.printed.iter().position(|printed| same_class(&printed.name, class));
        let is_own = |printed: &&PrintedUnit| {
            self.ctx.catalogue.own_class(printed).is_some_and(|own| same_class(own, class))
        };
        let is_of_kind = |group: &Ti4Group| same_class(group.unit.kind.name(), class);
        let by_own_name = || self.printed.iter().position(is_own);
        by_name.or_else(by_own_name).or_else(|| self.groups.iter().position(is_of_kind))
    }

    /// Returns the group of units of this name, which may be new: as listed, or the faction's own.
    fn named(&mut self, name: &Spanned<String>, member: u8) -> Result<usize, Diagnostic> {
        if let Some(listed) = self.of_class(&name.value) {
            return Ok(listed);
        }
        let catalogue = self.ctx.catalogue;
        let faction = self.factions[usize::from(member)];
        let own = faction.and_then(|faction| catalogue.own_unit(faction, &name.value));
        match own.or_else(|| catalogue.unit(&name.value)) {
            Some(printed) => Ok(self.reserve(printed, member)),
            None => Err(unknown_unit(catalogue, name)),
        }
    }

    /// Returns the group of units of a kind that a member has or would place: one that is listed,
    /// or the faction's own version. Returns `None` for a flagship without a faction.
    pub(super) fn of_kind(&mut self, kind: UnitKind, member: u8) -> Option<usize> {
        let listed = self.listed_of(kind, member);
        listed.or_else(|| {
            let printed = self.version(kind, member)?;
            Some(self.reserve(printed, member))
        })
    }

    fn listed_of(&self, kind: UnitKind, member: u8) -> Option<usize> {
        let is = |group: &Ti4Group| {
            group.unit.kind == kind && group.member == member && !group.is_elsewhere
        };
        self.groups.iter().position(is)
    }

    /// Returns the version of a kind of unit that a member has: the one that is listed, or the
    /// faction's own.
    fn version(&self, kind: UnitKind, member: u8) -> Option<&'a PrintedUnit> {
        let catalogue = self.ctx.catalogue;
        let listed = self.listed_of(kind, member).map(|group| self.printed[group]);
        let faction = self.factions[usize::from(member)];
        let own = || faction.and_then(|faction| catalogue.own_unit(faction, kind.name()));
        listed.or_else(own).or_else(|| catalogue.unit(kind.name()))
    }

    /// Returns the group of a unit, which has no units at first if it is new.
    fn reserve(&mut self, printed: &'a PrintedUnit, member: u8) -> usize {
        let is_known = |(group, known): (&Ti4Group, &&PrintedUnit)| {
            known.name == printed.name && group.member == member && !group.is_elsewhere
        };
        if let Some(known) = self.groups.iter().zip(&self.printed).position(is_known) {
            return known;
        }
        let n = self.groups.len();
        let group = group_there(self.ctx, printed, n, 0);
        self.groups.push(Ti4Group { member, is_reserve: true, ..group });
        self.printed.push(printed);
        n
    }

    /// Returns the group of the upgraded units of a group: those of the faction, if it has its own.
    fn upgrade(&mut self, from: usize) -> Option<usize> {
        let (printed, member) = (self.printed[from], self.groups[from].member);
        let catalogue = self.ctx.catalogue;
        if printed.name.ends_with("-ii") || printed.name.ends_with("-iii") {
            return None;
        }
        let base = format!("{}-ii", self.groups[from].unit.kind.name());
        let faction = self.factions[usize::from(member)];
        let own = faction.and_then(|faction| catalogue.own_unit(faction, &base));
        let named = || catalogue.unit(&format!("{}-ii", printed.name));
        let upgraded = own.or_else(named).or_else(|| catalogue.unit(&base))?;
        Some(self.reserve(upgraded, member))
    }

    /// Returns what Technological Singularity gains (T60).
    fn gain(&mut self, name: &Spanned<String>, member: u8) -> Result<Gain, Diagnostic> {
        let catalogue = self.ctx.catalogue;
        if let Some(ability) = catalogue.effect(&name.value).and_then(|entry| entry.ability) {
            return Ok(Gain::Ability(ability));
        }
        if let Some(printed) = catalogue.unit(&name.value).filter(|unit| is_upgrade(unit)) {
            let is = |group: &Ti4Group| group.unit.kind == printed.unit.kind;
            return match self.groups.iter().position(is) {
                Some(from) => Ok(Gain::Upgrade(from, self.reserve(printed, member))),
                None => {
                    let kind = printed.unit.kind.name();
                    let message = format!("the side has no {kind} to upgrade");
                    Err(Diagnostic::at(&name.place, message))
                }
            };
        }
        let entry = find(catalogue, name)?;
        let message = format!("`{}` changes nothing once it is gained", entry.name);
        Err(Diagnostic::at(&name.place, message))
    }
}

/// Checks that no two entries of a player are one ability of the rules, which works once.
fn check_abilities(known: &Known<'_>) -> Result<(), Diagnostic> {
    let played: Vec<&Learned<'_>> = known.played().collect();
    for (n, learned) in played.iter().enumerate() {
        let is_it = |other: &&&Learned<'_>| {
            other.entry.ability == learned.entry.ability && other.member == learned.member
        };
        if let Some(other) =
            played[..n].iter().find(is_it).filter(|_| learned.entry.ability.is_some())
        {
            let (name, other) = (&learned.entry.name, &other.entry.name);
            let message = format!("`{name}` works like `{other}`, and both cannot be named");
            return Err(Diagnostic::at(&learned.text.name.place, message));
        }
    }
    Ok(())
}

/// Whether a unit is an upgrade of another.
pub(super) fn is_upgrade(unit: &PrintedUnit) -> bool {
    unit.name.ends_with("-ii") || unit.name.ends_with("-iii")
}
