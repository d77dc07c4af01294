//! The `fleetodds` program.

#![forbid(unsafe_code)]

mod bug;
mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
