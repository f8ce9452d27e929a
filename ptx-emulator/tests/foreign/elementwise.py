"""Kernels that compute each element by itself, from one expression."""

import math

import numpy as np

from declaration import elementwise

ERF = np.vectorize(math.erf)
F = np.float32
elementwise("add", "a + b", lambda x, z: x + z)
elementwise("saxpy_fma", "fmaf(2.5f, a, b)", lambda x, z: (2.5 * x.astype(float) + z).astype(F))
elementwise("divide", "a / (b + 5.0f)", lambda x, z: x / (z + F(5)), 1e-7)
elementwise("divide_fast", "__fdividef(a, b + 5.0f)", lambda x, z: x / (z + F(5)), 1e-6)
elementwise("square_root", "sqrtf(a * a + b * b)", lambda x, z: np.sqrt((x.astype(float) ** 2 + z.astype(float) ** 2)), 3e-7)
elementwise("exp_precise", "expf(a) + exp2f(b)", lambda x, z: np.exp(x.astype(float)) + np.exp2(z.astype(float)), 1e-6)
elementwise("log_precise", "logf(a * a + 0.5f) - log2f(b * b + 1.0f)", lambda x, z: np.log(x.astype(float) ** 2 + 0.5) - np.log2(z.astype(float) ** 2 + 1), 1e-6)
elementwise("sin_cos_precise", "sinf(a * 3.0f) * cosf(b)", lambda x, z: np.sin(3.0 * x.astype(float)) * np.cos(z.astype(float)), 1e-6)
elementwise("sin_large_argument", "sinf(a * 1000003.0f)", lambda x, z: np.sin((x * F(1000003)).astype(float)), 1e-6)
elementwise("tan_precise", "tanf(a)", lambda x, z: np.tan(x.astype(float)), 2e-6)
elementwise("pow_precise", "powf(fabsf(a) + 0.1f, b)", lambda x, z: (np.abs(x) + F(0.1)).astype(float) ** z.astype(float), 2e-6)
elementwise("tanh_erf", "tanhf(a) + erff(b)", lambda x, z: np.tanh(x.astype(float)) + ERF(z.astype(float)), 1e-6)
elementwise("inverse_trigonometric", "atanf(a) + acosf(b * 0.25f) + atan2f(a, b)", lambda x, z: np.arctan(x.astype(float)) + np.arccos(0.25 * z.astype(float)) + np.arctan2(x.astype(float), z.astype(float)), 1e-6)
elementwise("cube_root_hypot", "cbrtf(a) + hypotf(a, b) + rsqrtf(b * b + 1.0f)", lambda x, z: np.cbrt(x.astype(float)) + np.hypot(x.astype(float), z.astype(float)) + 1 / np.sqrt(z.astype(float) ** 2 + 1), 1e-6)
elementwise("fast_math", "__expf(a) + __logf(b * b + 1.0f) + __sinf(a) + __powf(fabsf(b) + 1.0f, a)", lambda x, z: np.exp(x.astype(float)) + np.log(z.astype(float) ** 2 + 1) + np.sin(x.astype(float)) + (np.abs(z.astype(float)) + 1) ** x, 1e-4)
elementwise("gelu", "0.5f * a * (1.0f + tanhf(0.7978845608f * (a + 0.044715f * a * a * a)))", lambda x, z: 0.5 * x * (1 + np.tanh(0.7978845608 * (x.astype(float) + 0.044715 * x.astype(float) ** 3))), 2e-6)
elementwise("rounding_functions", "floorf(a) + ceilf(b) * 10.0f + truncf(a) * 100.0f + rintf(b) * 1000.0f + roundf(a)", lambda x, z: np.floor(x) + np.ceil(z) * 10 + np.trunc(x) * 100 + np.rint(z) * 1000 + np.sign(x) * np.floor(np.abs(x) + F(0.5)))
elementwise("remainders", "fmodf(a, 0.75f) + remainderf(b, 0.7f)", lambda x, z: np.fmod(x, F(0.75)) + np.array([math.remainder(float(v), float(F(0.7))) for v in z]), 2e-6)
elementwise("minimum_maximum_nan", "fminf(a > 3.0f ? NAN : a, b) + fmaxf(a, b < -3.0f ? NAN : b)".replace("NAN", "__int_as_float(0x7fffffff)"), lambda x, z: np.fmin(np.where(x > 3, np.nan, x), z) + np.fmax(x, np.where(z < -3, np.nan, z)))
elementwise("directed_rounding", "__fadd_rz(a, b * 1e-5f) + __fmul_ru(a, b) + __fdiv_rd(a, 3.0f) + __fmaf_rz(a, b, 0.1f)", lambda x, z: x.astype(float) + z.astype(float) * 1e-5 + x.astype(float) * z + x.astype(float) / 3 + x.astype(float) * z + 0.1, 1e-6)
elementwise("flush_to_zero", "a * 1e-38f * (b * 0.01f) + a", lambda x, z: x, 1e-6, options=["--ftz=true"])
elementwise("use_fast_math", "sinf(a) / (b + 5.0f) + sqrtf(fabsf(a)) + expf(b)", lambda x, z: np.sin(x.astype(float)) / (z + 5) + np.sqrt(np.abs(x)) + np.exp(z.astype(float)), 1e-4, options=["--use_fast_math"])
elementwise("scale_exponent", "ldexpf(a, (int)b) + scalbnf(b, 3) + (float)ilogbf(a * a + 1.0f)", lambda x, z: x * np.exp2(np.trunc(z).astype(float)) + z * 8 + np.floor(np.log2(x.astype(float) ** 2 + 1)), 1e-6)
elementwise("double_polynomial", "a * a * a - 2.0 * b + 1.0 / (b * b + 1.0)", lambda x, z: x ** 3 - 2 * z + 1 / (z * z + 1), 1e-14, "f64", "double")
elementwise("double_transcendental", "exp(a) + log(b * b + 1.0) + sin(a) * sqrt(fabs(b))", lambda x, z: np.exp(x) + np.log(z * z + 1) + np.sin(x) * np.sqrt(np.abs(z)), 1e-13, "f64", "double")
elementwise("double_power_error", "pow(fabs(a) + 0.5, b) + erf(a) + cbrt(b)", lambda x, z: (np.abs(x) + 0.5) ** z + ERF(x) + np.cbrt(z), 1e-12, "f64", "double")

I32 = lambda values: values.astype(np.int64).astype(np.int32)
elementwise("integer_division", "(a * 1000) / (b | 1) + (a * 1000) % (b | 1)", lambda x, z: I32(np.trunc((x.astype(float) * 1000) / (z | 1)) + np.fmod(x.astype(float) * 1000, z | 1)), 0, "i32", "int")
elementwise("division_by_constants", "a / 7 + a % 10 - b / 1000 + b % 3", lambda x, z: I32(np.trunc(x / 7) + np.fmod(x, 10) - np.trunc(z / 1000) + np.fmod(z, 3)), 0, "i32", "int")
elementwise("bit_tricks", "__popc(a) + __clz(b) * 3 + __ffs(a) * 5 + (int)(__brev(b) >> 20)", lambda x, z: np.array([bin(int(v) & 0xFFFFFFFF).count("1") + (32 - int(int(w) & 0xFFFFFFFF).bit_length()) * 3 + ((int(v) & -int(v)) & 0xFFFFFFFF).bit_length() * 5 + (int(f"{int(w) & 0xFFFFFFFF:032b}"[::-1], 2) >> 20) for v, w in zip(x, z)]), 0, "i32", "int")
elementwise("funnel_and_permute", "(int)(__funnelshift_l(a, b, 7) ^ __byte_perm(a, b, 0x3715) ^ __funnelshift_r(a, b, 13))", lambda x, z: np.array([permute_reference(int(v) & 0xFFFFFFFF, int(w) & 0xFFFFFFFF) for v, w in zip(x, z)], dtype=np.uint32).view(np.int32), 0, "i32", "int")


def permute_reference(a, b):
    both = b << 32 | a
    byte = lambda index: both >> (8 * index) & 0xFF
    left = (both << 7 >> 32) & 0xFFFFFFFF
    return left ^ (byte(5) | byte(1) << 8 | byte(7) << 16 | byte(3) << 24) ^ (both >> 13 & 0xFFFFFFFF)


elementwise("wide_multiplication", "a * 1234567890123LL + __mul64hi(a << 40, b << 30)", lambda x, z: np.array([(int(v) * 1234567890123 + ((int(v) << 40) * (int(w) << 30) >> 64)) for v, w in zip(x, z)]), 0, "i64", "long long")
elementwise("wide_division", "(a * 1000000007LL) / ((b | 1) * 3LL) + (a * 1000000007LL) % ((b | 1) * 5LL)", lambda x, z: np.array([quotient(int(v) * 1000000007, (int(w) | 1) * 3) + remainder(int(v) * 1000000007, (int(w) | 1) * 5) for v, w in zip(x, z)]), 0, "i64", "long long")


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a - b * quotient(a, b)


elementwise("conversions", "(float)(int)(a * 10.0f) + (float)(unsigned char)(b * 10.0f + 100.0f) + (float)(short)__float2int_rn(a) + (float)((double)b * 0.5)", lambda x, z: np.trunc(x * F(10)) + np.trunc(z * F(10) + F(100)) + np.rint(x) + (z.astype(float) * 0.5).astype(F), 1e-6)
