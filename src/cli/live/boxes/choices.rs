//! Boxes that change a fleet: lists of what can be added, parts, owners and retreats; a blueprint
//! with its parts; the damage of a group.

use serde_json::{Value, json};

use crate::cli::live::app::App;
use crate::cli::live::boxes::{Boxed, Item, ListBox, Outcome, PromptBox};
use crate::cli::live::keys::Action;
use fleetodds::internals::edit::{Edit, PaletteOption, PaletteShip, PartChoice};
use fleetodds::internals::games::{BlueprintFigures, GroupDamage};

/// A line of a list, and what it does.
#[derive(Clone)]
pub(crate) enum Choice {
    Edit(Edit),
    /// Adds a saved ship.
    Saved(String),
    /// Adds an option that takes a value.
    Option(PaletteOption),
    /// Sets when the side retreats.
    Retreat(Option<Value>),
}

impl Choice {
    pub(crate) fn take(self, app: &mut App) -> Outcome {
        match self {
            Self::Edit(edit) => app.edit(&edit),
            Self::Saved(name) => app.add_saved(&name),
            Self::Retreat(when) => {
                app.session.set_retreat(app.side, when);
                app.changed();
            }
            Self::Option(option) => {
                let next = match option.kind {
                    "one_of" => values(app, &option).map(Boxed::List),
                    _ => Ok(Boxed::Prompt(PromptBox::of_option(option))),
                };
                match next {
                    Ok(next) => return Outcome::Replaced(Box::new(next)),
                    Err(why) => app.notice = why,
                }
            }
        }
        Outcome::Closed
    }
}

fn item(name: &str, summary: String, choice: Choice) -> Item {
    Item { name: name.into(), summary, fault: None, choice }
}

pub(crate) fn to_add(app: &App) -> Result<ListBox, String> {
    let palette = app.session.desk().palette().map_err(|error| error.message)?;
    let saved = app.session.saved().into_iter().map(|ship| {
        let summary = format!("your ship: {}", ship.group);
        item(&ship.name, summary, Choice::Saved(ship.name.clone()))
    });
    let unit = palette.unit;
    let ship = |ship: &PaletteShip| {
        let cost = ship.cost.map_or(String::new(), |cost| format!(", {cost} {unit}"));
        let name = match &ship.owner {
            Some(owner) => format!("{owner} {}", ship.class),
            None => ship.class.clone(),
        };
        let edit = Edit::Add { class: ship.class.clone(), owner: ship.owner.clone() };
        item(&name, format!("{}{cost}", ship.summary), Choice::Edit(edit))
    };
    let term = palette.owner_term;
    let owners = palette.owners.iter().filter(|_| palette.owner_is_side).map(|owner| {
        let edit = set(term, Some(owner));
        item(owner, term.into(), Choice::Edit(edit))
    });
    let option = |option: &PaletteOption| {
        let choice = match option.kind {
            "flag" => Choice::Edit(set(&option.name, None)),
            _ => Choice::Option(option.clone()),
        };
        let owner = option.owner.as_ref().map(|owner| format!("{owner}: ")).unwrap_or_default();
        item(&option.name, format!("option: {owner}{}", option.summary), choice)
    };
    // Parts go on the blueprint of the ships at the cursor.
    let group = app.group().filter(|group| app.blueprint_of(*group).is_some());
    let parts = group.map(|group| parts_of(app, group, None)).transpose()?.unwrap_or_default();
    let part = |part: Item| Item { summary: format!("part: {}", part.summary), ..part };
    let items = saved
        .chain(palette.ships.iter().map(ship))
        .chain(parts.into_iter().map(part))
        .chain(owners)
        .chain(palette.options.iter().map(option))
        .collect();
    Ok(ListBox::new(format!("Add to the {}", app.role()), items))
}

/// Returns the edit that puts a part into a slot, or into an empty one.
fn put(group: usize, slot: Option<usize>, part: String) -> Edit {
    match slot {
        Some(slot) => Edit::Replace { group, slot, part },
        None => Edit::Put { group, part },
    }
}

/// Returns the parts for a slot, with the reasons why they do not fit; without a slot, those that
/// can be added.
fn parts_of(app: &App, group: usize, slot: Option<usize>) -> Result<Vec<Item>, String> {
    let parts = app.session.desk().parts_for(app.side, group, slot);
    let item = |PartChoice { part, summary, fault, .. }: PartChoice| {
        let choice = Choice::Edit(put(group, slot, part.clone()));
        Item { name: part, summary, fault, choice }
    };
    Ok(parts.map_err(|error| error.message)?.into_iter().map(item).collect())
}

/// Returns the list of parts for a slot of a blueprint. Those that fit are first.
pub(crate) fn parts(app: &App, group: usize, slot: Option<usize>) -> Result<ListBox, String> {
    let mut items = parts_of(app, group, slot)?;
    items.sort_by_key(|item| item.fault.is_some());
    let blueprint = app.blueprint_of(group);
    let present = slot.and_then(|slot| blueprint?.parts.get(slot)).map(|part| part.name.clone());
    let title = match &present {
        Some(name) => format!("In place of {name}"),
        None => "Add a part".into(),
    };
    Ok(ListBox::new(title, items).marking(&present.unwrap_or_default()))
}

/// Returns the list of species or factions for the ships at the cursor, or for the side.
pub(crate) fn owners(app: &App) -> Result<ListBox, String> {
    let palette = app.session.desk().palette().map_err(|error| error.message)?;
    let term = palette.owner_term;
    if palette.owners.is_empty() {
        return Err("ships of this game belong to no species or faction".into());
    }
    let edit = |owner: Option<String>| -> Result<Edit, String> {
        match (palette.owner_is_side, owner) {
            (true, None) => Ok(Edit::Drop { name: term.into() }),
            (true, value) => Ok(set(term, value.as_ref())),
            (false, owner) => Ok(Edit::Owner { group: app.group_or_say()?, owner }),
        }
    };
    let none = item("none", format!("no {term}"), Choice::Edit(edit(None)?));
    let owner = |owner: &String| {
        let choice = Choice::Edit(edit(Some(owner.clone()))?);
        Ok(item(owner, term.into(), choice))
    };
    let all: Result<Vec<Item>, String> = palette.owners.iter().map(owner).collect();
    let items = std::iter::once(none).chain(all?).collect();
    Ok(ListBox::new(format!("Choose the {term}"), items))
}

fn set(name: &str, value: Option<&String>) -> Edit {
    Edit::Option { name: name.into(), count: None, value: value.cloned() }
}

fn values(app: &App, option: &PaletteOption) -> Result<ListBox, String> {
    let known = app.session.desk().values_for(app.side, &option.name);
    let known = known.map_err(|error| error.message)?;
    let plain = (!option.needs_value).then(|| {
        item(&option.name, "without a value".into(), Choice::Edit(set(&option.name, None)))
    });
    let value =
        |value: &String| item(value, String::new(), Choice::Edit(set(&option.name, Some(value))));
    let title = format!("{}: {}", option.name, option.summary);
    Ok(ListBox::new(title, plain.into_iter().chain(known.iter().map(value)).collect()))
}

pub(crate) fn retreats(app: &App) -> Result<ListBox, String> {
    let desk = app.session.desk();
    if !desk.palette().map_err(|error| error.message)?.has_retreats {
        return Err("ships of this game do not retreat".into());
    }
    let mut items = vec![item("never", String::new(), Choice::Retreat(None))];
    let mut add = |name: String, summary: &str, when: Value| {
        items.push(item(&name, summary.into(), Choice::Retreat(Some(when))));
    };
    for round in 1..=4 {
        let name = format!("after round {round}");
        add(name, &format!("from round {} on", round + 1), json!({"after_round": round}));
    }
    for ships in 1..=3 {
        add(format!("at most {ships} left"), "ships of the side", json!({"at_most": ships}));
    }
    for percent in [10, 20, 30, 40, 50] {
        let below = f64::from(percent) / 100.0;
        add(format!("odds below {percent} %"), "looks ahead", json!({"below": below}));
    }
    add("optimal".into(), "whenever that is better for the balance of losses", json!("optimal"));
    Ok(ListBox::new(format!("The {} retreats", app.role()), items))
}

pub(crate) struct BlueprintBox {
    pub(crate) group: usize,
    /// The marked part, or the line of empty slots after the parts.
    pub(crate) slot: usize,
}

impl BlueprintBox {
    /// Opens the blueprint of the ships at the cursor.
    pub(crate) fn of(app: &App) -> Result<Self, String> {
        let group = app.group_or_say()?;
        match app.blueprint_of(group) {
            Some(_) => Ok(Self { group, slot: 0 }),
            None => Err("these ships are not built from parts".into()),
        }
    }

    /// Returns the last line: that of the empty slots, if there are any.
    fn last(blueprint: &BlueprintFigures) -> usize {
        let empty = usize::from(blueprint.used < blueprint.slots);
        (blueprint.parts.len() + empty).saturating_sub(1)
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        let Some(blueprint) = app.blueprint_of(self.group) else { return Outcome::Closed };
        let is_part = self.slot < blueprint.parts.len();
        let (group, slot) = (self.group, self.slot);
        match action {
            Action::Up => self.slot = slot.saturating_sub(1),
            Action::Down => self.slot = (slot + 1).min(Self::last(blueprint)),
            Action::Accept if is_part => return self.list(app, Some(slot)),
            Action::Accept | Action::Add => return self.list(app, None),
            Action::Remove if is_part => app.edit(&Edit::Take { group, slot }),
            Action::NextPart => self.turn(app, 1),
            Action::PreviousPart => self.turn(app, -1),
            Action::Printed => app.edit(&Edit::Printed { group }),
            Action::Undo => app.undo(),
            Action::Close => return Outcome::Closed,
            _ => (),
        }
        self.clamp(app);
        Outcome::Open
    }

    /// Keeps the mark on a line.
    fn clamp(&mut self, app: &App) {
        let last = app.blueprint_of(self.group).map_or(0, Self::last);
        self.slot = self.slot.min(last);
    }

    /// Marks a part that was put on the blueprint, which is after those that were there.
    pub(crate) fn follow(&mut self, blueprint: &BlueprintFigures, part: &str) {
        let at = blueprint.parts.iter().rposition(|known| known.name == part);
        self.slot = at.unwrap_or(self.slot);
    }

    /// Opens the list of parts.
    fn list(&self, app: &mut App, slot: Option<usize>) -> Outcome {
        match parts(app, self.group, slot) {
            Ok(list) => Outcome::Above(Box::new(Boxed::List(list))),
            Err(why) => {
                app.notice = why;
                Outcome::Open
            }
        }
    }

    /// Puts the next or the previous part that fits into the slot.
    fn turn(&mut self, app: &mut App, by: isize) {
        let present = app.blueprint_of(self.group).and_then(|known| known.parts.get(self.slot));
        let present = present.map(|part| part.name.clone());
        let slot = present.is_some().then_some(self.slot);
        let Ok(parts) = app.session.desk().parts_for(app.side, self.group, slot) else { return };
        let at = |name: &String| parts.iter().position(|part| part.part == *name);
        let (start, len) = (present.as_ref().and_then(at), parts.len() as isize);
        let start = start.map_or(if by > 0 { -1 } else { len }, |at| at as isize);
        let around = (1..=len).map(|step| (start + by * step).rem_euclid(len) as usize);
        let next = around.map(|at| &parts[at]).find(|part| part.fault.is_none());
        let part = next.map(|part| part.part.clone());
        match (part, slot) {
            (Some(part), _) if Some(&part) == present.as_ref() => {
                app.notice = "no other part fits here".into();
            }
            (Some(part), slot) => {
                app.edit(&put(self.group, slot, part.clone()));
                if let Some(blueprint) = app.blueprint_of(self.group) {
                    self.follow(blueprint, &part);
                }
            }
            (None, _) => app.notice = "no part fits here".into(),
        }
    }
}

pub(crate) struct DamageBox {
    pub(crate) group: usize,
    /// The ship that the keys damage.
    pub(crate) ship: usize,
}

impl DamageBox {
    /// Opens the damage of the ships at the cursor.
    pub(crate) fn of(app: &App) -> Result<Self, String> {
        let group = app.group_or_say()?;
        match app.damage_of(group) {
            Some(_) => Ok(Self { group, ship: 0 }),
            None => Err("these ships cannot be damaged without being destroyed".into()),
        }
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        let Some(damage) = app.damage_of(self.group) else { return Outcome::Closed };
        let last = damage.ships.len().saturating_sub(1);
        match action {
            Action::Up => self.ship = self.ship.saturating_sub(1),
            Action::Down => self.ship = (self.ship + 1).min(last),
            Action::More => self.damage(1, app),
            Action::Fewer => self.damage(-1, app),
            _ => return Outcome::Closed,
        }
        Outcome::Open
    }

    fn damage(&mut self, by: i32, app: &mut App) {
        let Some(GroupDamage { ships, most, .. }) = app.damage_of(self.group) else { return };
        let present = ships.get(self.ship).copied().unwrap_or(0);
        let points = present.saturating_add_signed(by).min(*most);
        app.edit(&Edit::Damage { group: self.group, ship: self.ship, points });
    }
}
