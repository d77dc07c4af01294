//! Arrays that are computed element by element in inner loops.

/// Returns the elements `of(0)`, `of(1)`, …; there is at least one.
///
/// Does the work of [`std::array::from_fn`] and of the `map` of arrays. Without optimisation across
/// codegen units, which the profile `release` leaves out, the compiler does not inline these two.
#[inline(always)]
pub(crate) fn array<T: Copy, const N: usize>(mut of: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [of(0); N];
    (1..N).for_each(|n| all[n] = of(n));
    all
}

#[cfg(test)]
mod tests {
    use super::array;

    #[test]
    fn each_element_is_computed_once_and_in_order() {
        let mut asked = Vec::new();
        let squares: [usize; 4] = array(|n| {
            asked.push(n);
            n * n
        });
        assert_eq!(squares, [0, 1, 4, 9]);
        assert_eq!(asked, [0, 1, 2, 3]);
    }
}
