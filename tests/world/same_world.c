// Lives half a minute in a busy world and prints the sum of its hashes. tools/same-bits builds it with every
// compiler there is, with and without optimisation; all must print the same. The number written here is what
// the program printed when it was written: a change of it may change every recorded life; do it knowingly.
#include "world/world.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define EXPECTED 0xc7258630eedc57b0

static void act(struct world *w, struct world_message m) {
    struct fault fault = {0};
    if (world_do(w, &m, &fault)) fault_print(&fault, stderr);
}

static void furnish(struct world *w) {
    struct world_message m = {.kind = WORLD_TABLE};
    world_table_defaults(&m.table);
    act(w, m);
    m = (struct world_message){.kind = WORLD_CHARGER};
    world_charger_defaults(&m.charger);
    m.charger.x_m = -0.3f, m.charger.heading_deg = 180;
    act(w, m);
    for (int i = 0; i < 3; i++) {
        m = (struct world_message){.kind = WORLD_CUBE};
        world_cube_defaults(&m.cube);
        m.cube.x_m = 0.1f + 0.07f * (float)i, m.cube.y_m = 0.03f * (float)i,
        m.cube.heading_deg = 25.0f * (float)i;
        snprintf(m.cube.name, sizeof m.cube.name, "cube%d", i);
        act(w, m);
    }
    m = (struct world_message){.kind = WORLD_PERSON};
    world_person_defaults(&m.person);
    strcpy(m.person.name, "Ada");
    m.person.x_m = 0.8f, m.person.heading_deg = 180;
    act(w, m);
}

static void stir(struct world *w, int step) {
    struct world_message m = {0};
    if (step == 400)
        m.kind = WORLD_PICK_UP, world_pick_up_defaults(&m.pick_up), strcpy(m.pick_up.what, "cube2");
    if (step == 900) m.kind = WORLD_SHAKE, world_shake_defaults(&m.shake), strcpy(m.shake.what, "cube2");
    if (step == 1500) m.kind = WORLD_DROP, strcpy(m.drop.what, "cube2");
    if (step == 2000) m.kind = WORLD_POKE, world_poke_defaults(&m.poke), strcpy(m.poke.what, "vector");
    if (step == 2400) m.kind = WORLD_TIP, world_tip_defaults(&m.tip), strcpy(m.tip.what, "vector");
    if (step == 3000)
        m.kind = WORLD_SOUND, world_sound_defaults(&m.sound), m.sound.kind = WORLD_SOUND_KIND_MUSIC,
        m.sound.seconds = 5;
    if (step == 4000) m.kind = WORLD_RIGHT, world_right_defaults(&m.right), strcpy(m.right.what, "vector");
    if (m.kind) act(w, m);
}

int main(void) {
    struct world_config config = world_defaults();
    config.seed = 2026, config.floor_m = -0.7f;
    struct world *w = world_new(&config);
    furnish(w);
    uint32_t robot = world_add_robot(w, &vector_model, (struct pose2){{0, 0}, 0.2f}, NULL);
    static struct body_pins pins;
    static struct body_sight sights[16];
    static int16_t sound[4 * 640];
    uint64_t sum = 0, first;
    for (int i = 0; i < 6000; i++) {
        struct body_drive drive = {.duty_count = 4};
        int16_t go = (int16_t)(i % 1000 < 500 ? 9000 : -7000);
        drive.duty[0] = go, drive.duty[1] = (int16_t)(go + (i / 300 % 3) * 1500),
        drive.duty[2] = (int16_t)(i % 700 < 350 ? 12000 : -9000);
        drive.duty[3] = (int16_t)(i % 400 < 200 ? 8000 : -8000);
        world_drive(w, robot, &drive);
        stir(w, i);
        world_step(w);
        world_pins(w, robot, &pins);
        sum = sum * 31 + pins.cliffs[0] + (uint64_t)pins.motors[2].count * 7 +
              (uint16_t)pins.imu[0].accel[1] + (pins.range_count ? pins.range[0].range_mm : 0);
        if (i % 7 == 0) {
            sum = sum * 31 + world_sights(w, robot, sights, 16);
            uint32_t heard = world_listen(w, robot, sound, 640, &first);
            for (uint32_t k = 0; k < heard * 4; k++) sum = sum * 31 + (uint16_t)sound[k];
        }
        if (i % 50 == 0) sum = sum * 31 + world_hash(w);
    }
    world_free(w);
    printf("0x%016" PRIx64 "\n", sum);
    if (sum != EXPECTED)
        fprintf(stderr, "another life than the one of 0x%016" PRIx64 "\n", (uint64_t)EXPECTED);
    return sum != EXPECTED;
}
