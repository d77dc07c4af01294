//! The `fleetodds` program. It only returns the exit code of [`fleetodds::cli::main`].

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    fleetodds::cli::main()
}
