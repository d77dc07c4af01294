//! The program `fleetodds`: its exit code, nothing more.

fn main() -> std::process::ExitCode {
    fleetodds::cli::main()
}
