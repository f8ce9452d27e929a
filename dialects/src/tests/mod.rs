//! Tests that read and print text of both dialects.

mod builders;
mod malformed;
mod round_trip;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::utility::register_all_dialects;

/// A context with MLIR's dialects and ours.
pub(crate) fn context() -> Context {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    crate::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

/// The messages of the errors that `work` reports.
pub(crate) fn errors(context: &Context, work: impl FnOnce()) -> Vec<String> {
    let messages = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let sink = messages.clone();
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        sink.lock()
            .expect("no test panics here")
            .push(format!("{}: {diagnostic}", diagnostic.location()));
        true
    });
    work();
    context.detach_diagnostic_handler(handler);
    let messages = messages.lock().expect("no test panics here");
    messages.clone()
}
