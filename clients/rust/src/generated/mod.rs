//! Written by `clients/generator/generate.ts`.

#[cfg(feature = "http")]
mod calls;
pub mod errors;
pub mod types;
