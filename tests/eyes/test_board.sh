#!/bin/sh
# The one file for small boards: what it needs of a C library, and that a Cortex-M4 draws the same pixels with it.
set -u
here=$SOURCE/tests/eyes number=0
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 1
cp "$EYES" "$SOURCE/src/eyes/critter_eyes.h" "$work" && cd "$work" || exit 1
is() { number=$((number + 1)); if [ "$2" = "$3" ]; then echo "ok $number - $1"; else echo "not ok $number - $1"; printf '%s\n' "$2" | sed 's/^/# /'; fi; }
echo 1..3
plain="-std=c11 -O2 -Wall -Wextra -Wpedantic -Wno-missing-field-initializers -Wno-pragmas -ffp-contract=off"

# memset and its like are needed by every compiler; nothing else is.
said=$({ ${CC:-cc} $plain -Werror -ffreestanding -c critter_eyes.c -o eyes.o && nm -u eyes.o; } 2>&1 | sed 's/^ *U //' |
    grep -v -x -E '_GLOBAL_OFFSET_TABLE_|__stack_chk_fail' | sort | tr '\n' ' ')
is 'it needs five functions of any C library, and no mathematics' "$said" 'memcmp memcpy memset strcmp strlen '
said=$({ ${CC:-cc} $plain -I. "$here/board.c" critter_eyes.c -o here && ./here; } 2>&1)
pixels=$(printf '%s\n' "$said" | grep '^pixels [0-9]')
is 'a program of its own links it without libm' "$(printf '%s\n' "$said" | tail -n 1)" 'instructions 0000'
arm=arm-none-eabi-gcc board=qemu-system-arm
if ! command -v $arm >/dev/null || ! command -v $board >/dev/null; then
    echo "ok 3 - a Cortex-M4 draws the same pixels # SKIP $arm and $board are not here (tools/deps board)"
    exit
fi
said=$($arm -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -std=c11 -O2 -ffp-contract=off -ffunction-sections \
    -Wl,--gc-sections -nostartfiles -I. -T "$here/board.ld" "$here/board.c" critter_eyes.c -o eyes.elf 2>&1 &&
    timeout 100 $board -M mps2-an386 -nographic -semihosting -icount shift=0 -kernel eyes.elf 2>&1)
printf '%s\n' "$said" | sed 's/^/# /'
is 'a Cortex-M4 with 100 KB of flash and 64 KB of RAM draws the same pixels' "$(printf '%s\n' "$said" | grep '^pixels')" "$pixels"
