//! The damage of the ships of a group.

use super::super::app::App;
use super::super::keys::Action;
use super::Outcome;
use fleetodds::edit::Edit;
use fleetodds::games::GroupDamage;

/// The damage of a group.
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
