//! Chance: a step of the combat is plain code that asks one chooser, and all choices are explored.

/// Answers every question of chance in one run of a step.
#[derive(Default)]
pub(crate) struct Chooser {
    /// What was chosen, and the last option that can be chosen.
    script: Vec<(usize, usize)>,
    asked: usize,
    chance: f64,
}

impl Chooser {
    /// Chooses one of these options, whose probabilities sum to one.
    pub(crate) fn pick(&mut self, chances: &[f64]) -> usize {
        let possible = |&index: &usize| chances[index] > 0.0;
        if self.asked == self.script.len() {
            let first = (0..chances.len()).find(possible).unwrap();
            let last = (0..chances.len()).rfind(possible).unwrap();
            self.script.push((first, last));
        }
        let mut chosen = self.script[self.asked].0;
        while chances[chosen] <= 0.0 {
            chosen += 1;
        }
        self.script[self.asked].0 = chosen;
        self.asked += 1;
        self.chance *= chances[chosen];
        chosen
    }

    /// Goes to the next sequence of choices. False if there is none.
    fn next(&mut self) -> bool {
        while let Some((chosen, last)) = self.script.pop() {
            if chosen < last {
                self.script.push((chosen + 1, last));
                return true;
            }
        }
        false
    }
}

/// Plays a step with all sequences of choices, and returns what came of each with its probability.
pub(crate) fn explore<T>(mut step: impl FnMut(&mut Chooser) -> T) -> Vec<(T, f64)> {
    let mut chooser = Chooser::default();
    let mut found = Vec::new();
    loop {
        (chooser.asked, chooser.chance) = (0, 1.0);
        let result = step(&mut chooser);
        found.push((result, chooser.chance));
        if !chooser.next() {
            return found;
        }
    }
}
