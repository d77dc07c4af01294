//! Settles the owner of a side, and writes its fleet with all names in full.

use super::fillers::MORE;
use super::fleet::{Draft, Drafts};
use super::items::{ALL, is_plural};
use super::numbers::number_word;
use super::reader::Reader;
use super::ships::{ShipKind, ShipRef};
use super::vocabulary::DamageWords;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::notation::{FleetText, GroupText, Item, OptionText, Spanned, Value};

impl Reader<'_> {
    /// Settles the owner of the side. An owner that is named anywhere owns all ships, with its
    /// rules; a ship in exact notation says only what it is itself.
    pub(super) fn settled(&mut self, drafts: Drafts) -> Result<FleetText, Diagnostic> {
        let Drafts { groups: mut drafted, mut options, owners, .. } = drafts;
        let owner = self.owner(&drafted, &options, owners)?;
        match self.words.terms.owner_is_side {
            true => self.settle_side(&mut drafted, &mut options, owner)?,
            false => self.settle_groups(&mut drafted, owner)?,
        }
        let groups = drafted.into_iter().map(|draft| self.written(draft));
        let mut fleet = FleetText { groups: groups.collect::<Result<_, _>>()?, options };
        self.words.bring_own_ships(&mut fleet);
        Ok(fleet)
    }

    /// Returns the owner that the words of a side name.
    fn owner(
        &self,
        drafts: &[Draft],
        options: &[OptionText],
        named: Vec<(usize, Place)>,
    ) -> Result<Option<(usize, Place)>, Diagnostic> {
        let mut all = named;
        for draft in drafts {
            match (&draft.owner, draft.ship) {
                (Some(_), _) if draft.owns_group && !self.words.terms.owner_is_side => {}
                (Some(owner), _) => all.push(owner.clone()),
                (None, ShipRef { kind: ShipKind::Ship, index }) if !draft.is_hyphenated => {
                    let own = self.words.owner_of(index);
                    all.extend(own.map(|owner| (owner, draft.ship_place.clone())));
                }
                _ => {}
            }
        }
        if let Some(owner) = self.words.side_owner(options)
            && let Some((_, place)) = all.iter().find(|(other, _)| *other != owner)
        {
            return Err(self.two_owners(owner, place));
        }
        let Some(first) = all.first() else { return Ok(None) };
        match all.iter().find(|(other, _)| *other != first.0) {
            Some((_, place)) => Err(self.two_owners(first.0, place)),
            None => Ok(Some(first.clone())),
        }
    }

    fn two_owners(&self, first: usize, place: &Place) -> Diagnostic {
        let kind = self.words.terms.owner;
        let error = Diagnostic::at(place, format!("a side has one {kind}"));
        let error = error.label(format!("the side is {}", self.words.owners.name(first)));
        match self.words.terms.owner_is_side {
            true => error,
            false => {
                error.help(format!("ships of several {kind}: `orion/cruiser + draco/cruiser`"))
            }
        }
    }

    /// Gives all ships that can belong to a species to that of the side.
    fn settle_groups(
        &mut self,
        drafts: &mut [Draft],
        owner: Option<(usize, Place)>,
    ) -> Result<(), Diagnostic> {
        let Some((owner, place)) = owner else { return Ok(()) };
        for draft in drafts.iter_mut().filter(|draft| !draft.owns_group) {
            let ShipRef { kind, index } = draft.ship;
            let is_neutral = kind == ShipKind::Ship && self.words.neutral.contains(&index);
            if !is_neutral && draft.owner.is_none() {
                draft.owner = Some((owner, place.clone()));
                self.is_guess = true;
            }
        }
        if drafts.iter().all(|draft| draft.owner.is_none()) {
            let (kind, name) = (self.words.terms.owner, self.words.owners.name(owner));
            let message = format!("no ship of this fleet belongs to the {kind} {name}");
            return Err(Diagnostic::at(&place, message));
        }
        Ok(())
    }

    /// Makes the owner an option of the side, with its own versions of the ships.
    fn settle_side(
        &mut self,
        drafts: &mut [Draft],
        options: &mut Vec<OptionText>,
        owner: Option<(usize, Place)>,
    ) -> Result<(), Diagnostic> {
        let of_side = self.words.side_owner(options);
        let known = owner.as_ref().map(|(owner, _)| *owner).or(of_side);
        for draft in drafts {
            draft.owner = None;
            let ShipRef { kind: ShipKind::Class, index: class } = draft.ship else { continue };
            let owner = known.ok_or_else(|| self.no_owner(class, &draft.ship_place))?;
            let Some(name) = self.words.ship_of(owner, class) else {
                return Err(self.not_of_owner(owner, class, &draft.ship_place));
            };
            if let Some(index) = self.words.ships.position(name) {
                draft.ship = ShipRef { kind: ShipKind::Ship, index };
            }
        }
        if let Some(owner) = known {
            self.name_optional(owner, options);
        }
        if let Some((owner, place)) = owner.filter(|_| of_side.is_none()) {
            let name = Spanned::new(self.words.terms.owner.to_string(), place.clone());
            let value = self.words.owners.name(owner).to_string();
            options.push(OptionText { name, value: Some(Value::One(Spanned::new(value, place))) });
        }
        Ok(())
    }

    /// Notes the abilities of an owner that are not played unless they are named.
    fn name_optional(&mut self, owner: usize, options: &[OptionText]) {
        let is_named = |name: &str| options.iter().any(|option| option.name.value.ends_with(name));
        let optional = self.words.optional.iter().filter(|(of, _)| *of == owner);
        let names: Vec<&str> =
            optional.map(|(_, name)| name.as_str()).filter(|name| !is_named(name)).collect();
        if names.is_empty() {
            return;
        }
        let (owner, all) = (self.words.owners.name(owner), names.join(", "));
        let words: String = names.iter().map(|name| format!(" & {name}")).collect();
        self.notes.push(format!("{owner}: not played unless named: {all}; add `{}`", &words[1..]));
    }

    /// Returns a group with its names in full, and its figures as numbers.
    fn written(&self, draft: Draft) -> Result<GroupText, Diagnostic> {
        let place = self.place(draft.tokens.0, draft.tokens.1);
        let owner = draft
            .owner
            .map(|(owner, place)| Spanned::new(self.words.owners.name(owner).to_string(), place));
        let ShipRef { kind, index } = draft.ship;
        if kind == ShipKind::Saved {
            let mut group = self.saved_group(index, &draft.ship_place)?;
            group.count = draft.count;
            group.species = owner.or(group.species);
            group.items.extend(draft.items);
            group.place = place;
            return self.absolute(group);
        }
        let name = self.names(kind).name(index);
        let class = Spanned::new(name.to_string(), draft.ship_place);
        self.absolute(GroupText::of(draft.count, owner, class, draft.items, place))
    }

    /// Replaces changes of printed figures by their results.
    fn absolute(&self, mut group: GroupText) -> Result<GroupText, Diagnostic> {
        let is_built = group.items.iter().any(|item| !matches!(item.value, Item::Figure(..)));
        let owner = group.species.as_ref().map(|owner| owner.value.clone());
        let is_several = group.count.as_ref().is_some_and(|count| count.value > 1);
        for item in &mut group.items {
            let carried = |part: &Spanned<String>| {
                self.words.carried(owner.as_deref(), &group.class.value, &part.value)
            };
            if let Item::Remove(number, part) = &mut item.value
                && *number == ALL
            {
                *number = carried(part).and_then(|n| n.try_into().ok()).unwrap_or(1);
            }
            if let Item::Add(_, part) = &item.value
                && is_counted(item.place.text())
                && let Some(printed @ 1..) = carried(part)
            {
                return Err(more_or_in_all(&item.place, part, printed));
            }
            if let Item::Figure(key, Value::One(_)) = &item.value
                && key.value == "damaged"
                && is_several
                && self.words.terms.damage != DamageWords::Ships
                && !item.place.text().contains('=')
            {
                return Err(self.whose_damage(&item.place));
            }
            let Item::Figure(key, Value::One(value)) = &mut item.value else { continue };
            let Some(more) = value.value.strip_prefix('+') else { continue };
            let change = more.parse::<i64>();
            let printed = self.words.printed(owner.as_deref(), &group.class.value, &key.value);
            let name = &key.value;
            let (Some(printed), Ok(change), false) = (printed, change, is_built) else {
                let beside = if is_built { " beside changes of parts" } else { "" };
                let message = format!("`{name}` cannot be changed by a number{beside}");
                return Err(Diagnostic::at(&item.place, message)
                    .label(format!("expected the figure itself, such as `{name}=3`")));
            };
            let changed = printed.saturating_add(change);
            if changed < 0 && printed == 0 {
                let message = format!("`{}`: one less, or the figure itself?", item.place.text());
                return Err(Diagnostic::at(&item.place, message)
                    .label(format!("{printed} is printed"))
                    .help(format!("write the figure: `{name}={}`", change.abs())));
            }
            value.value = changed.to_string();
        }
        for pair in group.items.windows(2) {
            check_exchange(&pair[0], &pair[1])?;
        }
        Ok(group)
    }
}

/// Whether words give a number of parts that need not be more parts: `with 2 ion cannons`.
fn is_counted(text: &str) -> bool {
    let is = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) || number_word(word).is_some_and(|n| n > 1)
    };
    let mut words = text.split_whitespace();
    let is_more = text.contains('+') || words.clone().any(|word| MORE.contains(&word));
    !is_more && words.any(is)
}

/// Asks whether a number of parts are more of those that are printed.
fn more_or_in_all(place: &Place, part: &Spanned<String>, printed: i64) -> Diagnostic {
    let text = place.text();
    Diagnostic::at(place, format!("`{text}`: more, or in all?"))
        .label(match printed {
            1 => "one is printed".to_string(),
            _ => format!("{printed} are printed"),
        })
        .help(format!("write `extra {}` for more; printed parts need not be named", part.value))
}

/// Checks that it is known how many parts come instead of several others.
fn check_exchange(added: &Spanned<Item>, removed: &Spanned<Item>) -> Result<(), Diagnostic> {
    match (&added.value, &removed.value) {
        (Item::Add(1, part), Item::Remove(2.., other))
            if removed.place.text().starts_with("instead") && is_plural(part) =>
        {
            let (part, other) = (&part.value, &other.value);
            Err(Diagnostic::at(&added.place, format!("how many of `{part}`?"))
                .help(format!("write the number, such as `2 {part} instead of {other} x2`")))
        }
        _ => Ok(()),
    }
}
