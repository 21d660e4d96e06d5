#include "base/err.h"

#include <stdio.h>

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    puts("critter: companion robots, brought to life");
    return 0;
}
