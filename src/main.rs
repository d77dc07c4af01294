//! The program `fleetodds`: its exit code, nothing more.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    fleetodds::cli::main()
}
