// Numbers that come out the same on every processor and compiler.
//
// libm's answers differ between machines in the last bit. A life that is replayed elsewhere must not. These
// functions use only +, -, *, / and the machine's square root (exact by IEEE 754), in a fixed order, with
// -ffp-contract=off. Names begin with m_ (float) and md_ (double).
//
// Largest errors, tested against libm's long double: 0.51 ulp for float functions, 1 ulp for double functions
// (md_atan2: 1.5). They hold for all arguments, huge angles included, in the default rounding mode (to
// nearest). Infinities, signed zeros and out-of-domain arguments follow Annex F of the C standard. errno and
// the exception flags are not meaningful. Every NaN returned has the same bits, because processors disagree
// about its sign.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define M_PI_F  3.14159265358979323846f
#define M_TAU_F 6.28318530717958647692f
#define MD_PI   3.14159265358979323846
#define MD_TAU  6.28318530717958647692

#define M_NAN  __builtin_nanf("")
#define MD_NAN __builtin_nan("")

float m_sin(float x);
float m_cos(float x);
float m_tan(float x);
float m_asin(float x);
float m_acos(float x);
float m_atan(float x);
float m_atan2(float y, float x);
float m_exp(float x);
float m_log(float x);
float m_pow(float x, float y);
float m_hypot(float x, float y);
void m_sincos(float x, float *sine, float *cosine);

double md_sin(double x);
double md_cos(double x);
double md_tan(double x);
double md_asin(double x);
double md_acos(double x);
double md_atan(double x);
double md_atan2(double y, double x);
double md_exp(double x);
double md_log(double x);
double md_pow(double x, double y);
double md_hypot(double x, double y);
void md_sincos(double x, double *sine, double *cosine);

float m_fmod(float x, float y);
double md_floor(double x);
double md_round(double x);
double md_fmod(double x, double y);

static inline float m_abs(float x) { return __builtin_fabsf(x); }
static inline float m_min(float a, float b) { return a < b ? a : b; }
static inline float m_max(float a, float b) { return a > b ? a : b; }
static inline float m_clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
static inline float m_lerp(float a, float b, float t) { return a + (b - a) * t; }
static inline float m_radians(float degrees) { return degrees * (M_PI_F / 180.0f); }
static inline float m_degrees(float radians) { return radians * (180.0f / M_PI_F); }
static inline double md_abs(double x) { return __builtin_fabs(x); }
static inline double md_min(double a, double b) { return a < b ? a : b; }
static inline double md_max(double a, double b) { return a > b ? a : b; }
static inline double md_clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}
static inline bool m_finite(float x) { return x - x == 0; }
static inline bool md_finite(double x) { return x - x == 0; }
static inline bool m_all_finite(const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!m_finite(numbers[i])) return false;
    return true;
}
// Moves from `from` to `to` by at most `step`.
static inline float m_towards(float from, float to, float step) {
    return m_abs(to - from) <= step ? to : from + (to > from ? step : -step);
}
static inline float m_sqrt(float x) { return x >= 0 ? __builtin_sqrtf(x) : M_NAN; }
static inline double md_sqrt(double x) { return x >= 0 ? __builtin_sqrt(x) : MD_NAN; }
// From 2^23 on every float is an integer.
static inline float m_floor(float x) {
    if (!(m_abs(x) < 0x1p23f) || x == 0) return x == x ? x : M_NAN;
    float whole = (float)(int32_t)x;
    return __builtin_copysignf(whole > x ? whole - 1 : whole, x);
}
static inline float m_round(float x) { // halves away from zero
    if (!(m_abs(x) < 0x1p23f) || x == 0) return x == x ? x : M_NAN;
    float size = m_abs(x), whole = (float)(int32_t)size;
    return __builtin_copysignf(size - whole >= 0.5f ? whole + 1 : whole, x);
}
