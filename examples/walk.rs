use fleetodds::battle::Battle;
use fleetodds::engine::graph::{Graph, Limit};
use fleetodds::engine::{Block, Player, Walk};
use fleetodds::rules::eclipse::{Fleet, Policy, compile};
use fleetodds::scenario::{Catalogue, Rulebook, Rules, SideText, Source, resolve_side};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn fleet(typed: &str) -> Fleet {
    let catalogue = Catalogue::new(Rulebook::Eclipse, &[]).unwrap();
    let text = SideText::typed(&Source::new("test", typed)).unwrap();
    let rules = Rules { catalogue: &catalogue, any_blueprint: true };
    let f = resolve_side(rules, &text, "test", 0).unwrap().fleet;
    Fleet { policy: Policy::Threat, ..f }
}
fn main() {
    for (a, b) in [("3 interceptor", "ancient"), ("4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)",
        "3 dreadnought(cannons=1r, missiles=2o, computer=2, hull=3, initiative=1)")] {
    let battle = compile(&[fleet(a), fleet(b)]).unwrap();
    let graph = Graph::new(&battle, &mut battle.captains(), Limit { size: 1 << 24 }, &AtomicBool::new(false)).unwrap();
    let walk = Walk::new(&battle, &graph).unwrap();
    let mut hand = walk.hand();
    let mut counts = Default::default();
    let mut ns = f64::MAX;
    for _ in 0..40 {
    let t = Instant::now();
    let n = 1000;
    for number in 0..n {
        walk.play(Block { seed: 1, number, battles: 4096, round_cap: 1000 }, &mut hand, &mut counts, &mut |_| true);
    }
    ns = ns.min(t.elapsed().as_nanos() as f64 / (n * 4096) as f64);
    }
    println!("{ns:.2} ns a battle, {:.2} steps, {:.2} ns a step", walk.mean_steps(), ns / walk.mean_steps());
    }
}
