//! How a benchmark without criterion is run.

/// Whether a benchmark only shows that it works: `cargo test --benches`, or
/// `cargo bench -- --test`.
pub(crate) fn is_test() -> bool {
    let has = |name: &str| std::env::args().any(|arg| arg == name);
    has("--test") || !has("--bench")
}
