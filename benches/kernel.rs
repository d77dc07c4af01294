//! The battle-by-battle kernel: one thread by fight, and the whole engine on one and two
//! threads. Elements are battles; the floor is one 64-bit draw per volley of the same
//! battles.


use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fleetodds::battle::Battle;
use fleetodds::engine::{BLOCK, play_block};
use fleetodds::rules::eclipse::{Dice, EclipseBattle, Figures, Fleet, Group, Policy, compile};
use fleetodds::tally::Tally;

fn group(count: u16, rank: u8, figures: Figures) -> Group {
    Group { figures, count, damaged: Vec::new(), rank, tiles: 1, cost: 1 }
}
fn ship(cannons: [u8; 5], missiles: [u8; 5], computer: i16, shield: i16, hull: u8, initiative: i16) -> Figures {
    Figures { cannons: Dice(cannons), missiles: Dice(missiles), computer, shield, hull, initiative, regenerate: 0 }
}
fn fights() -> Vec<(&'static str, EclipseBattle)> {
    let a = [Fleet { groups: vec![group(3, 1, ship([1,0,0,0,0],[0;5],0,0,0,3))], non_player: false, policy: Policy::Threat },
     Fleet { groups: vec![group(1, 1, ship([2,0,0,0,0],[0;5],1,0,1,2))], non_player: true, policy: Policy::Npc }];
    let b = [Fleet { groups: vec![group(4, 3, ship([2,1,0,0,0],[0;5],1,1,2,2))], non_player: false, policy: Policy::Threat },
     Fleet { groups: vec![group(3, 4, ship([0,0,0,1,0],[0,2,0,0,0],2,0,3,1))], non_player: false, policy: Policy::Threat }];
    vec![("3 interceptor v ancient", compile(&a).unwrap()), ("4 cruiser v 3 dreadnought", compile(&b).unwrap())]
}
fn kernel(c: &mut Criterion) {
    let mut g = c.benchmark_group("kernel");
    g.throughput(Throughput::Elements(BLOCK));
    for (name, battle) in fights() {
        let mut captains = battle.captains();
        let mut tally = Tally::new(&battle);
        let mut block = 0;
        g.bench_function(BenchmarkId::new("battle by battle", name), |b| b.iter(|| {
            play_block(&battle, 1, block, BLOCK, 1000, &mut captains, &mut tally);
            block += 1;
        }));
        println!("{:?}", tally.cells.iter().map(|c| *c as f64 / tally.battles as f64).collect::<Vec<_>>());
    }
    g.finish();
}
criterion_group!(benches, kernel);
criterion_main!(benches);
