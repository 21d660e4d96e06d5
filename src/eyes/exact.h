// What is taken from libm elsewhere, for programs that have none: results that are exact by definition, so
// every machine agrees on them. They have the names of the C library, which is not there.
#pragma once

#define INFINITY __builtin_inff()

double sqrt(double x);
float sqrtf(float x);
double fmod(double x, double y);
