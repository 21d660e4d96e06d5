// The way out of the machine and back: short natives, many times.
#include <core>

main()
    {
    new total = 0
    for (new i = 0; i < 100000; i++)
        total += clamp(i, 100, 5000) + min(i, 7) - max(i, 900)
    return total
    }
