// Written by scripts/highlighting.py: TC text for highlight.js.
hljs.registerLanguage("tc", () => ({
  name: "TC",
  keywords: {"keyword": "def exists for in where", "literal": "false true", "type": "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 half bfloat16 float double int byte uint long float16 float32 float64", "built_in": "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc exp exp10 exp2 expm1 fabs fdim fdivide floor fma fmax fmin fmod hypot log log10 log1p log2 logb max min nextafter norm3d norm4d pow rcbrt remainder rhypot rnorm3d rnorm4d round rsqrt sin sinh sinpi sqrt tan tanh trunc"},
  contains: [
    hljs.COMMENT("#", "$"),
    { className: "number", begin: "\\b\\d+(\\.(?!\\.)\\d*)?([eE][-+]?\\d+)?[fF]?\\b" },
    { className: "function", beginKeywords: "def", end: /\(/, excludeEnd: true, contains: [{ className: "title", begin: /[A-Za-z_]\w*/ }] },
  ],
}));
document.querySelectorAll("code.language-tc").forEach((block) => hljs.highlightBlock(block));
