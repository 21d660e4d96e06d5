#include "sense/hear/fourier.h"

#include "base/maths/maths.h"

enum { BITS = 9 };

void fourier_start(struct fourier *f) {
    for (uint32_t i = 0; i < FOURIER; i++) {
        float angle = M_TAU_F * (float)i / FOURIER;
        uint32_t back = 0;
        for (uint32_t bit = 0; bit < BITS; bit++) back |= (i >> bit & 1) << (BITS - 1 - bit);
        f->order[i] = (uint16_t)back;
        f->window[i] = 0.5f - 0.5f * m_cos(angle);
        if (i < FOURIER / 2) f->turns[i] = (struct complex_number){m_cos(angle), -m_sin(angle)};
    }
}

static void butterflies(const struct fourier *f, struct complex_number *z) {
    for (uint32_t half = 1; half < FOURIER; half *= 2) {
        uint32_t stride = FOURIER / 2 / half;
        for (uint32_t from = 0; from < FOURIER; from += 2 * half)
            for (uint32_t i = 0; i < half; i++) {
                struct complex_number t = f->turns[i * stride], *a = &z[from + i], *b = a + half;
                float re = b->re * t.re - b->im * t.im, im = b->re * t.im + b->im * t.re;
                *b = (struct complex_number){a->re - re, a->im - im};
                *a = (struct complex_number){a->re + re, a->im + im};
            }
    }
}

// One window is the real part and the other the imaginary one: what is even of the sum belongs to the first,
// what is odd to the second.
void fourier_two(const struct fourier *f, const float one[FOURIER], const float other[FOURIER],
                 struct complex_number spectra[2][FOURIER_BINS]) {
    struct complex_number z[FOURIER];
    for (uint32_t i = 0; i < FOURIER; i++)
        z[f->order[i]] = (struct complex_number){one[i] * f->window[i], other[i] * f->window[i]};
    butterflies(f, z);
    for (uint32_t k = 0; k < FOURIER_BINS; k++) {
        struct complex_number a = z[k], b = z[(FOURIER - k) % FOURIER];
        spectra[0][k] = (struct complex_number){(a.re + b.re) / 2, (a.im - b.im) / 2};
        spectra[1][k] = (struct complex_number){(a.im + b.im) / 2, (b.re - a.re) / 2};
    }
}
