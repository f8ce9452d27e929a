//! Sessions with the server in memory: what an editor asks, and what nobody asks.

mod client;
mod editor;
mod half_typed;
mod loops;
mod modules;
mod reading;
mod rename;
mod sac;
mod soup;
