//! The fight that a player edits.

use serde_json::{Map, Value, json};

use super::carry::carry;
use super::change::{Edit, change, copies};
use super::complete::{Completion, complete};
use super::palette::{Palette, PartChoice};
use super::view::{GroupView, OptionView, SideView};
use crate::answer::Question;
use crate::games::{Entry, FleetReader, Game, GroupFigures, Rulebook, load};
use crate::result::ROLES;
use crate::scenario::phrase::{Reading, SavedShip};
use crate::scenario::{
    Diagnostic, FleetText, MAX_SHARED_BYTES, OptionText, Scenario, SideText, Sides, Source, encode,
    quoted, read_fleet_file, read_scenario,
};

/// Two fleets that a player edits, and the situation in which they meet.
///
/// ```
/// use fleetodds::internals::edit::{Desk, Edit};
/// use fleetodds::internals::games::Rulebook;
///
/// let mut desk = Desk::new(Rulebook::default())?;
/// desk.type_fleet(0, "3 int");
/// desk.type_fleet(1, "ancient");
/// desk.edit(0, &Edit::Put { group: 0, part: "hull".into() })?;
/// assert_eq!(desk.fleet(0), "3 interceptor(+hull)");
/// assert!(desk.question().is_ok());
/// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Desk {
    pub(super) reader: FleetReader,
    pub(super) sides: [DeskSide; 2],
    /// The fields of the scenario besides its rulebook and its sides.
    pub(super) fields: Map<String, Value>,
    /// How players play who do not say so.
    captains: Option<String>,
}

/// A side of the fight.
#[derive(Clone, Debug)]
pub(super) struct DeskSide {
    /// The fleet as typed or edited.
    text: String,
    /// The fleet as it was understood; `None` for a side whose ships are among its fields.
    pub(super) fleet: Option<Result<FleetText, Diagnostic>>,
    /// Whether its words could have another meaning than the one that was read.
    is_guess: bool,
    /// The fields of the side besides its fleet, such as `play`.
    pub(super) fields: Map<String, Value>,
}

/// Fields of a side that hold its ships.
pub(super) const SHIPS: [&str; 4] = ["fleet", "groups", "members", "mix"];

impl Desk {
    /// Creates a fight without ships.
    ///
    /// # Errors
    /// If the catalogue of the rulebook cannot be read.
    pub fn new(rulebook: Rulebook) -> Result<Self, Diagnostic> {
        Ok(Self::with(FleetReader::of(load(rulebook, &[])?)))
    }

    /// Creates a fight without ships, whose fleets are typed for this reader.
    #[must_use]
    pub fn with(reader: FleetReader) -> Self {
        let sides = [DeskSide::empty(), DeskSide::empty()];
        Self { reader, sides, fields: Map::new(), captains: None }
    }

    /// Puts the fight of a scenario on the desk, in the rulebook that it names.
    ///
    /// # Errors
    /// If the scenario has several parties, or is wrong.
    pub fn of(scenario: &Scenario) -> Result<Self, Diagnostic> {
        let game = load(scenario.rulebook.unwrap_or_default(), &[])?;
        Self::of_reader(scenario, FleetReader::of(game))
    }

    /// Puts the fight of a scenario on the desk, in the game of this reader.
    ///
    /// # Errors
    /// If the scenario has several parties, or is wrong.
    pub fn of_reader(scenario: &Scenario, reader: FleetReader) -> Result<Self, Diagnostic> {
        let Sides::Two(_) = scenario.sides else {
            return Err(Diagnostic::new("a battle of several parties cannot be edited here"));
        };
        let document = scenario.to_json(reader.game().lexicon())?;
        let mut fields: Map<String, Value> = serde_json::from_str(&document).unwrap_or_default();
        fields.remove("rules");
        let written = ROLES.map(|role| fields.remove(role).unwrap_or_default());
        let mut desk = Self { fields, ..Self::with(reader) };
        for (side, written) in written.into_iter().enumerate() {
            match written {
                Value::String(text) => desk.type_fleet(side, &text),
                Value::Object(fields) => desk.set_side(side, fields, scenario)?,
                _ => (),
            }
        }
        Ok(desk)
    }

    /// Sets a side with fields of its own. Ships that are listed as groups are written as a fleet.
    fn set_side(
        &mut self,
        side: usize,
        mut fields: Map<String, Value>,
        scenario: &Scenario,
    ) -> Result<(), Diagnostic> {
        let text = match fields.get("fleet") {
            Some(Value::String(text)) => Some(text.clone()),
            _ if fields.get("groups") == Some(&json!([])) => Some(String::new()),
            _ if fields.get("groups").is_some_and(can_be_typed) => {
                let matchup = self.game().resolve(scenario, true)?;
                let ships = matchup.sides().get(side).map(|info| info.labels.fleet.clone());
                // Its options are the fields of the side, which it keeps.
                ships.and_then(|ships| ships.split(" & ").next().map(String::from))
            }
            _ => None,
        };
        if let Some(text) = &text {
            fields.retain(|name, _| !SHIPS.contains(&name.as_str()));
            self.type_fleet(side, text);
        } else {
            self.sides[side].fleet = None;
        }
        self.sides[side].fields = fields;
        Ok(())
    }

    /// Returns the rulebook.
    #[must_use]
    pub fn rulebook(&self) -> Rulebook {
        self.game().rulebook()
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &dyn Game {
        self.reader.game()
    }

    /// Sets the rulebook. Fleets that it can read are kept, and so are retreats, orders and the
    /// situation where it has them; fleets that it cannot read stay with their error. Returns in
    /// words what it dropped, such as `the attacker's retreat`.
    ///
    /// # Errors
    /// If the catalogue of the rulebook cannot be read.
    pub fn set_rules(&mut self, rulebook: Rulebook) -> Result<Vec<String>, Diagnostic> {
        Ok(self.set_reader(FleetReader::of(load(rulebook, &[])?)))
    }

    /// Sets the game and its saved ships, like [`Desk::set_rules`].
    pub fn set_reader(&mut self, reader: FleetReader) -> Vec<String> {
        let new = Self { captains: self.captains.clone(), ..Self::with(reader) };
        let old = std::mem::replace(self, new);
        for (side, own) in old.sides.iter().enumerate() {
            self.type_fleet(side, &own.text);
        }
        carry(&old, self)
    }

    /// Sets the ships that the player has saved, which fleets can name.
    pub fn set_saved(&mut self, saved: Vec<SavedShip>) {
        self.reader = self.reader.clone().with_saved(saved);
        for side in 0..2 {
            if self.sides[side].fleet.is_some() {
                self.type_fleet(side, &self.sides[side].text.clone());
            }
        }
    }

    /// Sets how the players play who do not say so. A policy of another game has no effect.
    pub fn set_captains(&mut self, policy: Option<&str>) {
        self.captains = policy.map(String::from);
    }

    /// Exchanges the sides.
    pub fn swap(&mut self) {
        self.sides.swap(0, 1);
        // Settings of a side are kept by its role.
        let Some(Value::Object(setting)) = self.fields.get_mut("setting") else { return };
        for value in setting.values_mut() {
            let Value::Object(by_role) = value else { continue };
            let [attacker, defender] = ROLES.map(|role| by_role.remove(role));
            let swapped = [(ROLES[0], defender), (ROLES[1], attacker)];
            by_role.extend(swapped.into_iter().filter_map(|(role, v)| Some((role.into(), v?))));
        }
    }

    /// Returns a fleet as it was typed or edited. It is empty for a side without ships, and for one
    /// whose ships can only be written as JSON.
    #[must_use]
    pub fn fleet(&self, side: usize) -> &str {
        &self.sides[side].text
    }

    /// Whether the ships of a side can only be written as JSON.
    #[must_use]
    pub fn is_fixed(&self, side: usize) -> bool {
        self.sides[side].fleet.is_none()
    }

    /// Returns the reason why a fleet cannot be read.
    #[must_use]
    pub fn error(&self, side: usize) -> Option<&Diagnostic> {
        self.sides[side].fleet.as_ref()?.as_ref().err()
    }

    /// Returns a fleet in exact notation if its words could have another meaning.
    #[must_use]
    pub fn read_as(&self, side: usize) -> Option<String> {
        let own = &self.sides[side];
        let fleet = own.fleet.as_ref()?.as_ref().ok()?;
        own.is_guess.then(|| fleet.to_string())
    }

    /// Replaces a fleet by a typed one.
    pub fn type_fleet(&mut self, side: usize, text: &str) {
        let source = Source::new(ROLES[side], text);
        let read = match text.trim() {
            "" => Ok((no_ships(), false)),
            _ => self.reader.read(&source).and_then(|side| self.placed_here(side)),
        };
        let own = &mut self.sides[side];
        own.is_guess = read.as_ref().is_ok_and(|(_, is_guess)| *is_guess);
        let fleet = read.map(|(fleet, _)| fleet);
        own.text = text.into();
        own.fleet = Some(fleet);
        own.fields.retain(|name, _| !SHIPS.contains(&name.as_str()));
    }

    /// Returns a fleet, and whether its words could have another meaning.
    ///
    /// # Errors
    /// If its words place units on a planet, and this is not the rulebook of ground combat.
    fn placed_here(&self, side: SideText) -> Result<(FleetText, bool), Diagnostic> {
        if !side.reading.on_planet.is_empty() {
            let theatre = self.game().theatre(&[side.clone(), side.clone()]);
            if theatre != self.rulebook() {
                let message = "units on a planet have no part in this combat";
                return Err(Diagnostic::at(&side.place, message)
                    .help(format!("choose {}, or leave out where they are", theatre.title())));
            }
        }
        Ok((side.fleet, side.reading.is_guess))
    }

    /// Returns the rulebook in which the fleets fight as they are typed: that of ground combat if units
    /// are on a planet.
    #[must_use]
    pub fn theatre(&self) -> Rulebook {
        let read = |side: usize| {
            let source = Source::new(ROLES[side], &*self.sides[side].text);
            self.reader.read(&source).ok()
        };
        match (read(0), read(1)) {
            (Some(attacker), Some(defender)) => self.game().theatre(&[attacker, defender]),
            _ => self.rulebook(),
        }
    }

    /// Edits a fleet, which is then written in exact notation.
    ///
    /// # Errors
    /// If the fleet cannot be read, has no such group, ship or part, or would break a rule other
    /// than those of building. It is then unchanged.
    pub fn edit(&mut self, side: usize, edit: &Edit) -> Result<(), Diagnostic> {
        let mut fleet = self.readable(side)?;
        let figures = self.figures(&fleet, side)?;
        change(&mut fleet, edit, &figures)?;
        let before = self.sides[side].clone();
        self.type_fleet(side, &written(&fleet));
        if let Err(error) = self.side(side) {
            self.sides[side] = before;
            return Err(error);
        }
        Ok(())
    }

    /// Sets when a side retreats, as `play.retreat` of a scenario, with a place to retreat to.
    /// Without a value, it does not retreat.
    ///
    /// ```
    /// use fleetodds::internals::edit::Desk;
    /// use fleetodds::internals::games::Rulebook;
    ///
    /// let mut desk = Desk::new(Rulebook::default())?;
    /// desk.type_fleet(0, "3 interceptor");
    /// desk.type_fleet(1, "2 cruiser");
    /// desk.set_retreat(0, Some(serde_json::json!({"after_round": 1})));
    /// assert!(desk.question().is_ok());
    /// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
    /// ```
    pub fn set_retreat(&mut self, side: usize, when: Option<Value>) {
        let field = self.game().lexicon().policy_field;
        let fields = &mut self.sides[side].fields;
        let play = fields.entry("play").or_insert_with(|| json!({}));
        if let Value::String(policy) = play {
            *play = json!({ field: policy.clone() });
        }
        let place = when.as_ref().map(|_| Value::Bool(true));
        set(play, "retreat", when);
        if play.as_object().is_some_and(Map::is_empty) {
            fields.remove("play");
        }
        let setting = self.fields.entry("setting").or_insert_with(|| json!({}));
        let mut places = setting.get("retreat").cloned().unwrap_or_else(|| json!({}));
        // A place that a scenario describes stays as it is.
        if place.is_none() || places.get(ROLES[side]).is_none() {
            set(&mut places, ROLES[side], place);
        }
        let is_empty = places.as_object().is_some_and(Map::is_empty);
        set(setting, "retreat", (!is_empty).then_some(places));
        if setting.as_object().is_some_and(Map::is_empty) {
            self.fields.remove("setting");
        }
    }

    /// Returns what a screen shows of a fleet.
    ///
    /// # Errors
    /// If the fleet cannot be read, or does not fit the rules.
    pub fn side(&self, side: usize) -> Result<SideView, Diagnostic> {
        let fleet = self.readable(side)?;
        let figures = self.figures(&fleet, side)?;
        let groups = fleet.groups.iter().zip(figures).map(|(text, figures)| GroupView {
            count: text.count.as_ref().map_or(1, |count| count.value),
            owner: text.species.as_ref().map(|owner| owner.value.clone()),
            text: text.to_string(),
            figures,
        });
        let groups: Vec<GroupView> = groups.collect();
        let option = |option: &OptionText| {
            let (count, name) = copies(option);
            let value = option.value.as_ref().map(ToString::to_string);
            OptionView { name: name.into(), count, value }
        };
        let play = self.sides[side].fields.get("play");
        Ok(SideView {
            fleet: written(&fleet),
            cost: groups.iter().fold(0.0, |sum, group| sum + group.figures.cost),
            unit: self.game().lexicon().units.cost,
            options: fleet.options.iter().map(option).collect(),
            groups,
            retreat: play.and_then(|play| play.get("retreat")).cloned(),
        })
    }

    /// Returns all parts, with the rule that the blueprint of a group would break if the part were
    /// in this slot, or in addition to its parts.
    ///
    /// # Errors
    /// If the fleet cannot be read, or the group has no blueprint.
    pub fn parts_for(
        &self,
        side: usize,
        group: usize,
        slot: Option<usize>,
    ) -> Result<Vec<PartChoice>, Diagnostic> {
        let fleet = self.readable(side)?;
        let figures = self.figures(&fleet, side)?;
        let parts = self.game().entries()?.into_iter().filter(|entry| entry.kind == "part");
        let choice = |entry: Entry| {
            let part = entry.name.clone();
            let edit = match slot {
                Some(slot) => Edit::Replace { group, slot, part },
                None => Edit::Put { group, part },
            };
            let mut fleet = fleet.clone();
            change(&mut fleet, &edit, &figures)?;
            let figures = self.figures(&fleet, side)?;
            let blueprint = figures.get(group).and_then(|figures| figures.blueprint.as_ref());
            let fault = blueprint.and_then(|blueprint| blueprint.fault.clone());
            let Entry { name: part, sort, summary, .. } = entry;
            Ok(PartChoice { part, sort, summary, fault })
        };
        parts.map(choice).collect()
    }

    /// Returns the values that an option of a side can have, if it is one of several.
    ///
    /// # Errors
    /// If the fleet cannot be read, or has no ships.
    pub fn values_for(&self, side: usize, option: &str) -> Result<Vec<String>, Diagnostic> {
        let fleet = self.readable(side)?;
        let figures = self.figures(&fleet, side)?;
        // Abilities may add groups without units to those of the fleet.
        let own = figures.iter().take(fleet.groups.len());
        let classes = own.map(|group| group.class.as_str());
        let mut values = self.reader.words().values_of(option, classes);
        let mut error = None;
        values.retain(|value| {
            let mut fleet = fleet.clone();
            let (name, value) = (option.into(), Some(value.clone()));
            let set = change(&mut fleet, &Edit::Option { name, count: None, value }, &figures);
            let set = set.and_then(|()| self.figures(&fleet, side));
            set.map_err(|wrong| error = Some(wrong)).is_ok()
        });
        match error {
            Some(error) if values.is_empty() => Err(error),
            _ => Ok(values),
        }
    }

    /// Returns all that can be added to a fleet.
    ///
    /// # Errors
    /// If an entry of the catalogue breaks a rule.
    pub fn palette(&self) -> Result<Palette, Diagnostic> {
        Palette::of(&self.reader)
    }

    /// Returns the names that fit at a cursor in a typed fleet, an index in bytes.
    #[must_use]
    pub fn complete(&self, text: &str, cursor: usize) -> Vec<Completion> {
        complete(self.reader.words(), text, cursor)
    }

    /// Returns the fight as a scenario. Errors are at their places in the typed fleets.
    ///
    /// # Errors
    /// If a fleet cannot be read.
    pub fn scenario(&self) -> Result<Scenario, Diagnostic> {
        let mut scenario = self.edited()?;
        self.settle(&mut scenario);
        Ok(scenario)
    }

    /// Sets how the players of a scenario play who do not say so, as [`Self::set_captains`] says.
    pub fn settle(&self, scenario: &mut Scenario) {
        if let Some(policy) = &self.captains {
            self.game().set_captains(scenario, policy);
        }
    }

    /// Returns the fight as it was edited.
    fn edited(&self) -> Result<Scenario, Diagnostic> {
        let mut fields = Map::new();
        fields.insert("rules".into(), self.rulebook().name().into());
        for (role, side) in ROLES.into_iter().zip(&self.sides) {
            fields.insert(role.into(), side.document()?);
        }
        fields.extend(self.fields.clone());
        let document = Value::Object(fields).to_string();
        let mut scenario = read_scenario(&Source::new("scenario", document))?;
        for (side, own) in scenario.sides.all_mut().iter_mut().zip(&self.sides) {
            if let Some(Ok(fleet)) = &own.fleet {
                side.fleet = fleet.clone();
            }
        }
        Ok(scenario)
    }

    /// Returns the question of the fight.
    ///
    /// # Errors
    /// If a fleet cannot be read or does not fit the rules, or if a side has no ships.
    pub fn question(&self) -> Result<Question, Diagnostic> {
        for (role, side) in ROLES.iter().zip(&self.sides) {
            if let Some(Ok(fleet)) = &side.fleet
                && fleet.groups.is_empty()
                && !self.fields.contains_key("setting")
            {
                return Err(Diagnostic::new(format!("the {role} has no ships")));
            }
        }
        let scenario = self.scenario()?;
        if let Sides::Two(sides) = &scenario.sides
            && let Some(why) = self.game().idle(sides)
        {
            return Err(Diagnostic::new(why));
        }
        self.game().question(&scenario, false)
    }

    /// Returns the code of the fight, from which it can be put on a desk again.
    ///
    /// # Errors
    /// If a fleet cannot be read, or the fight is too large for a code.
    pub fn code(&self) -> Result<String, Diagnostic> {
        self.code_of(&self.scenario()?)
    }

    /// Returns the code of the fight without what [`Self::set_captains`] adds.
    ///
    /// # Errors
    /// As for [`Self::code`].
    pub fn edited_code(&self) -> Result<String, Diagnostic> {
        self.code_of(&self.edited()?)
    }

    fn code_of(&self, scenario: &Scenario) -> Result<String, Diagnostic> {
        encode(&scenario.to_json(self.game().lexicon())?).ok_or_else(|| {
            Diagnostic::new(format!("a code holds at most {MAX_SHARED_BYTES} bytes of JSON"))
        })
    }

    /// Returns the command of the fight, for a shell.
    ///
    /// # Errors
    /// If a fleet cannot be read, or the fight is too large for a code.
    pub fn command(&self) -> Result<String, Diagnostic> {
        let is_typed = |side: &DeskSide| side.fleet.is_some() && side.fields.is_empty();
        let is_settled = self.captains.is_some();
        if !self.sides.iter().all(is_typed) || !self.fields.is_empty() || is_settled {
            return Ok(format!("fleetodds {}", self.code()?));
        }
        let [attacker, defender] = [self.readable(0)?, self.readable(1)?];
        let fleets = [attacker, defender].map(|fleet| quoted(&written(&fleet)));
        Ok(format!("fleetodds {} {}", fleets.join(" vs "), self.rulebook().switch()))
    }

    /// Returns a fleet that can be read.
    fn readable(&self, side: usize) -> Result<FleetText, Diagnostic> {
        match &self.sides[side].fleet {
            Some(fleet) => fleet.clone(),
            None => Err(Diagnostic::new("these ships can only be edited as JSON")),
        }
    }

    /// Returns the figures of the groups of a fleet.
    fn figures(&self, fleet: &FleetText, side: usize) -> Result<Vec<GroupFigures>, Diagnostic> {
        if fleet.groups.is_empty() {
            return Ok(Vec::new());
        }
        let own = &self.sides[side];
        let source = Source::new(ROLES[side], own.text.as_str());
        let mut text = SideText::read_from(&source, (fleet.clone(), Reading::default()));
        if !own.fields.is_empty() {
            let document = own.document()?.to_string();
            text = read_fleet_file(&Source::new(ROLES[side], document))?;
            text.fleet = fleet.clone();
        }
        self.game().group_figures(&text)
    }
}

impl DeskSide {
    /// Creates a side without ships.
    fn empty() -> Self {
        let (text, fleet, fields) = (String::new(), Some(Ok(no_ships())), Map::new());
        Self { text, fleet, is_guess: false, fields }
    }

    /// Returns the side as a scenario writes it.
    fn document(&self) -> Result<Value, Diagnostic> {
        let Some(fleet) = &self.fleet else { return Ok(self.fields.clone().into()) };
        let fleet = match fleet {
            Ok(fleet) => fleet,
            Err(error) => return Err(error.clone()),
        };
        let mut fields = Map::new();
        if fleet.groups.is_empty() {
            fields.insert("groups".into(), json!([]));
        } else if self.fields.is_empty() {
            return Ok(fleet.to_string().into());
        } else {
            fields.insert("fleet".into(), fleet.to_string().into());
        }
        fields.extend(self.fields.clone());
        Ok(fields.into())
    }
}

/// Whether groups of a scenario have only fields that can be typed.
fn can_be_typed(groups: &Value) -> bool {
    const FIELDS: [&str; 6] = ["class", "count", "parts", "stats", "damaged", "retreating"];
    let is_typed = |group: &Value| {
        group.as_object().is_some_and(|g| g.keys().all(|name| FIELDS.contains(&name.as_str())))
    };
    groups.as_array().is_some_and(|groups| groups.iter().all(is_typed))
}

fn no_ships() -> FleetText {
    FleetText { groups: Vec::new(), options: Vec::new() }
}

/// Returns a fleet in exact notation. Options are kept only with ships.
fn written(fleet: &FleetText) -> String {
    if fleet.groups.is_empty() { String::new() } else { fleet.to_string() }
}

/// Sets or removes a field of an object.
fn set(object: &mut Value, name: &str, value: Option<Value>) {
    let Value::Object(fields) = object else { return };
    match value {
        Some(value) => drop(fields.insert(name.into(), value)),
        None => drop(fields.remove(name)),
    }
}
