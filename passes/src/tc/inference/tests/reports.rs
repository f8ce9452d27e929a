//! What people read: printed forms, explanations, messages.
