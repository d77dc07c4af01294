use fleetodds::battle::Battle;
use fleetodds::engine::play::{Aim, Objective, solve, work};
use fleetodds::rules::eclipse::{Fleet, Policy, compile};
use fleetodds::scenario::{Catalogue, Rulebook, Rules, SideText, Source, resolve_side};
use std::time::Instant;
fn fleet(typed: &str) -> Fleet {
    let catalogue = Catalogue::new(Rulebook::Eclipse, &[]).unwrap();
    let text = SideText::typed(&Source::new("test", typed)).unwrap();
    let rules = Rules { catalogue: &catalogue, any_blueprint: true };
    resolve_side(rules, &text, "test", 0).unwrap().fleet
}
fn main() {
    let o = Policy::Optimal;
    let n = Policy::Npc;
    let c = "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)";
    let d = "3 dreadnought(cannons=1r, missiles=2o, computer=2, hull=3, initiative=1)";
    let d4 = "3 dreadnought(cannons=1r, missiles=4o, computer=2, hull=3, initiative=1)";
    let m = "8 interceptor + 4 cruiser + 2 dreadnought";
    let x = Aim::Most; let w = Aim::Least;
    for (a, b, pa, pb, aims, expect) in [
        ("1 interceptor", "1 interceptor", o, o, [x,x], 5.0/11.0),
        ("3 interceptor", "1 ancient", o, n, [x,x], 0.465157),
        ("2 cruiser", "2 ancient", o, n, [x,x], 0.085017),
        ("2 dreadnought + 3 interceptor", "gcds", o, n, [x,x], 0.602920),
        ("2 dreadnought + 3 interceptor", "gcds", o, Policy::NpcSpread, [x,x], 0.615355),
        ("2 dreadnought + 3 interceptor", "gcds", o, o, [x,x], 0.539689),
        (c, d, o, o, [x,x], 0.657036),
        (c, d, o, o, [x,x], 0.657036),
        (c, d4, o, o, [x,x], 0.321520),
        (c, d, o, o, [w,x], 0.41112),
        (c, d, o, o, [x,w], 0.10503),
        ("1 dreadnought + 2 cruiser + 3 interceptor", "1 starbase + 2 dreadnought", o, o, [x,x], 0.0),
        ("2 dreadnought(cannons=2r, computer=3, shield=2, hull=3, initiative=1) + 2 cruiser(cannons=1y, computer=3, shield=2, hull=2, initiative=2)", "3 dreadnought(cannons=2y1r, missiles=2o, computer=0, shield=1, hull=4, initiative=0) + 3 cruiser(cannons=1o, computer=1, shield=1, hull=4, initiative=2)", o, o, [x,x], 0.400534871865),
        (m, m, o, o, [x,x], 0.0),
    ] {
        let fleets = [Fleet { policy: pa, ..fleet(a) }, Fleet { policy: pb, ..fleet(b) }];
        let battle = compile(&fleets).unwrap();
        let t = Instant::now();
        let mut draft = battle.draft(1 << 20).unwrap();
        let t1 = t.elapsed();
        let work = work(draft.duel());
        let mut captains = battle.captains();
        battle.declare(&mut draft, &mut captains);
        let t2 = t.elapsed();
        let worth = |pair| battle.worth(&draft, pair);
        let solution = solve(draft.duel(), &Objective { aims, worth: &worth, zero_sum: battle.is_zero_sum() }).unwrap();
        let t3 = t.elapsed();
        let t4 = Instant::now();
        let mut battle = battle.clone();
        if aims == [x, x] {
        battle.play(draft.clone(), solution.clone());
        let g = fleetodds::engine::graph::Graph::new(&battle, &mut battle.captains(), fleetodds::engine::graph::Limit{size: 1<<30}).unwrap();
        println!("graph {} ends {} size {} in {:?}", g.states.len(), g.ends.len(), g.size(), t4.elapsed());
        for p in [Policy::Threat, Policy::Npc] {
        let t4 = Instant::now();
        let battle = compile(&[Fleet { policy: p, ..fleet(a) }, Fleet { policy: p, ..fleet(b) }]).unwrap();
        let g = fleetodds::engine::graph::Graph::new(&battle, &mut battle.captains(), fleetodds::engine::graph::Limit{size: 1<<30}).unwrap();
        println!("  {p}: graph {} ends {} size {} in {:?}", g.states.len(), g.ends.len(), g.size(), t4.elapsed());
        }
        }
        println!("{:.12} expect {expect} states {:?} draft {t1:?} declare {t2:?} all {t3:?} {work:?}", solution.values[0], draft.duel().sides.each_ref().map(|s| s.states()));
    }
}
