"""Names that the kernels use where they are declared."""

constexpr = object
