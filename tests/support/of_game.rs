//! Figures that only one game has, read from their JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use fleetodds::internals::result::{Figures, SideSummary, Summary};

/// Reputation tiles of an owner.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Reputation {
    pub(crate) draws: Vec<f64>,
    pub(crate) mean: f64,
    pub(crate) best_tile: Option<BestTile>,
}

/// The best of the tiles drawn.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct BestTile {
    pub(crate) mean: f64,
    pub(crate) improvement: Option<f64>,
    pub(crate) distribution: BTreeMap<u8, f64>,
}

/// A battle of a sector.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Encounter {
    pub(crate) sides: Vec<String>,
    pub(crate) probability: f64,
    pub(crate) win: BTreeMap<String, f64>,
    pub(crate) draw: f64,
    pub(crate) standoff: f64,
    #[serde(default)]
    pub(crate) reputation: BTreeMap<String, Reputation>,
}

/// Population destroyed by an attack.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PopulationLost {
    pub(crate) destroyed: Vec<f64>,
    pub(crate) all: f64,
}

/// Survivors of a group after the check of the winner's capacity.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Kept {
    pub(crate) start: u64,
    pub(crate) mean: f64,
    pub(crate) distribution: Vec<f64>,
}

fn read<T: DeserializeOwned>(figures: &Figures, name: &str) -> Option<T> {
    figures.get(name).map(|value| serde_json::from_value(value.clone()).unwrap())
}

/// Figures of one side.
pub(crate) trait SideFigures {
    fn figures(&self) -> &Figures;

    #[track_caller]
    fn retreated(&self) -> f64 {
        self.figures().probability("retreated").unwrap()
    }

    #[track_caller]
    fn destroyed(&self) -> f64 {
        self.figures().probability("destroyed").unwrap()
    }

    #[track_caller]
    fn may_claim(&self) -> f64 {
        self.figures().probability("may_claim").unwrap()
    }

    fn reputation(&self) -> Option<Reputation> {
        read(self.figures(), "reputation")
    }

    fn after_capacity(&self) -> Option<Vec<Kept>> {
        read(self.figures(), "after_capacity")
    }

    fn loss_order(&self) -> Option<Vec<String>> {
        read(self.figures(), "loss_order")
    }
}

impl SideFigures for SideSummary {
    fn figures(&self) -> &Figures {
        &self.of_game
    }
}

/// Figures of a sector.
pub(crate) trait SectorFigures {
    fn encounters(&self) -> Vec<Encounter>;

    fn population(&self) -> Option<PopulationLost>;

    fn influence_lost(&self) -> Option<f64>;
}

impl SectorFigures for Summary {
    fn encounters(&self) -> Vec<Encounter> {
        read(&self.of_game, "encounters").unwrap_or_default()
    }

    fn population(&self) -> Option<PopulationLost> {
        read(&self.of_game, "population")
    }

    fn influence_lost(&self) -> Option<f64> {
        self.of_game.get("influence")?["lost"].as_f64()
    }
}
