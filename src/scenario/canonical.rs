//! Sides in exact notation. Fields of a document become options of the fleet and figures of its
//! groups, as they could be typed, so that one line says all that was asked.

use super::diagnostics::Source;
use super::document::{by_ship, figure_item};
use super::fields::Fields;
use super::json::{JsonField, JsonNode};
use super::model::SideText;
use super::names::normalise;
use super::notation::{FleetText, GroupText, Item, OptionText, Spanned, Value, parse_fleet};

/// Fields of a group that have no typed form.
const OF_DOCUMENTS: [&str; 2] = ["ships", "play"];
/// Fields of a side whose members are options of their own.
const HELD: [&str; 2] = ["technologies", "effects"];
/// Fields of a group with a number for each ship.
pub(super) const BY_SHIP: [&str; 3] = ["damaged", "galvanized", "shields_left"];
/// Field of a side for its players, each with a fleet and options.
const MEMBERS: &str = "members";
/// Name of the option for a policy.
const PLAY: &str = "play";

impl SideText {
    /// Returns a fleet of the side with the fields of its groups as figures, and with the fields of
    /// the side as options behind its own. `policy_field` is the field of `play` that holds a
    /// policy; a policy of the command line takes its place.
    pub(crate) fn in_full(&self, fleet: &FleetText, policy_field: &str) -> FleetText {
        let groups = fleet.groups.iter().map(|group| with_figures(group).unwrap_or(group.clone()));
        let mut options = fleet.options.clone();
        let of_policy = [PLAY, policy_field].map(normalise);
        let is_policy = |option: &OptionText| of_policy.contains(&normalise(&option.name.value));
        let mut own = self.fields_as_options(policy_field).0;
        if let Some(policy) = &self.command {
            options.retain(|option| !is_policy(option));
            own.retain(|option| !is_policy(option));
            options.push(option(PLAY, Value::One(policy.clone())));
        }
        options.extend(own);
        FleetText { groups: groups.collect(), options }
    }

    /// Returns the whole side but its name in exact notation, unless it has something that cannot
    /// be typed, such as several players or the places of ships on a map.
    pub(crate) fn typed_in_full(&self, policy_field: &str) -> Option<String> {
        let groups = &self.fleet.groups;
        let can_be_typed = self.has_fleet
            && self.mix.is_empty()
            && !self.fields.has(MEMBERS)
            && !groups.is_empty()
            && self.fields_as_options(policy_field).1
            && groups.iter().all(|group| with_figures(group).is_some());
        if !can_be_typed {
            return None;
        }
        let fleet = self.in_full(&self.fleet, policy_field);
        let text = fleet.to_string();
        // A name in a document may have signs that separate the pieces of a typed fleet.
        let read = parse_fleet(&Source::new("fleet", text.as_str()), 0..text.len()).ok()?;
        (read == fleet && read.to_string() == text).then_some(text)
    }

    /// Returns the fields of the side and of its play as options, and whether these are all of
    /// them. The policy is the first of them.
    fn fields_as_options(&self, policy_field: &str) -> (Vec<OptionText>, bool) {
        let mut are_all = true;
        let policy = self.play.policy.iter();
        let mut options: Vec<OptionText> =
            policy.map(|policy| option(PLAY, Value::One(policy.clone()))).collect();
        for field in self.fields.all().chain(self.play.fields.all()) {
            let name = match field.name.as_str() {
                MEMBERS => continue,
                held if HELD.contains(&held) => {
                    let held = held_options(&field.value);
                    are_all &= held.is_some();
                    options.extend(held.into_iter().flatten());
                    continue;
                }
                policy if policy == policy_field && !field.value.is_list() => PLAY.to_string(),
                name => name.replace('_', "-"),
            };
            let Some(value) = value_of(&field.value) else {
                are_all = false;
                continue;
            };
            let is_flag = matches!(&value, Value::One(word) if word.value == "true");
            let name = Spanned::new(name, field.place.clone());
            options.push(OptionText { name, value: (!is_flag).then_some(value) });
        }
        options.sort_by_key(|option| option.name.value != PLAY);
        (options, are_all)
    }
}

fn option(name: &str, value: Value) -> OptionText {
    let place = value.words()[0].place.clone();
    OptionText { name: Spanned::new(name.into(), place), value: Some(value) }
}

/// Returns technologies and effects as options: `morale boost=3`, `2 direct hit`,
/// `overwing zeta=[flagship,2 cruiser,round 2]`.
fn held_options(list: &JsonNode) -> Option<Vec<OptionText>> {
    let held = |node: &JsonNode| -> Option<OptionText> {
        if !node.is_object() {
            return Some(OptionText { name: node.word().ok()?, value: None });
        }
        let mut fields = Fields::of(node, "field").ok()?;
        let mut name = fields.word("name").ok()??;
        if let Some(count) = fields.optional("count") {
            name.value = format!("{} {}", count.scalar().ok()?, name.value);
        }
        let alone = fields.all().count() == 1;
        let mut words = Vec::new();
        for field in fields.all() {
            words.extend(held_words(field, alone)?);
        }
        let value = match <[_; 1]>::try_from(words) {
            Ok([word]) => Some(Value::One(word)),
            Err(words) => (!words.is_empty()).then_some(Value::List(words)),
        };
        Some(OptionText { name, value })
    };
    list.members().ok()?.iter().map(held).collect()
}

/// Returns the words for a field of an effect. A round that is not `alone` is named.
fn held_words(field: &JsonField, alone: bool) -> Option<Vec<Spanned<String>>> {
    let JsonField { name, value, place } = field;
    if value.is_object() {
        let unit = |field: JsonField| {
            let count = field.value.scalar().ok()?;
            let unit = if count == "1" { field.name } else { format!("{count} {}", field.name) };
            Some(Spanned::new(unit, field.place))
        };
        return value.fields().ok()?.into_iter().map(unit).collect();
    }
    if value.is_list() {
        return value.each(JsonNode::word).ok();
    }
    let word = value.scalar().ok()?;
    let is_named = name == "round" && !alone;
    let value = if is_named { format!("{name} {word}") } else { word };
    Some(vec![Spanned::new(value, place.clone())])
}

/// Returns a value as it could be typed: `after round 2` for `{"after_round": 2}`.
fn value_of(node: &JsonNode) -> Option<Value> {
    if node.is_object() {
        let pair = |field: JsonField| {
            let words = field.name.replace('_', " ");
            let value = format!("{words} {}", field.value.scalar().ok()?);
            Some(Spanned::new(value, field.place))
        };
        let pairs: Option<Vec<_>> = node.fields().ok()?.into_iter().map(pair).collect();
        return match <[_; 1]>::try_from(pairs?) {
            Ok([pair]) => Some(Value::One(pair)),
            Err(pairs) => (!pairs.is_empty()).then_some(Value::List(pairs)),
        };
    }
    if node.is_list() {
        let words = node.each(JsonNode::word).ok();
        return words.filter(|words| !words.is_empty()).map(Value::List);
    }
    node.word().ok().map(Value::One)
}

/// Returns a group with its fields as figures, or `None` if a field has no typed form.
fn with_figures(group: &GroupText) -> Option<GroupText> {
    let mut full = group.clone();
    for field in group.fields.all() {
        if OF_DOCUMENTS.contains(&field.name.as_str()) {
            return None;
        }
        if field.name == "size" && full.class.value.is_empty() {
            full.class = field.value.word().ok()?;
            continue;
        }
        if BY_SHIP.contains(&field.name.as_str()) {
            full.items.push(by_ship(&field.name, &field.value).ok()?);
            continue;
        }
        if !field.value.is_object() {
            full.items.push(figure_item(field).ok()?);
            continue;
        }
        for inner in field.value.fields().ok()? {
            let name = format!("{}.{}", field.name, inner.name);
            let name = Spanned::new(name, inner.place);
            let item = Item::Figure(name, Value::One(inner.value.word().ok()?));
            full.items.push(Spanned::new(item, field.place.clone()));
        }
    }
    full.fields = Fields::default();
    Some(full)
}
