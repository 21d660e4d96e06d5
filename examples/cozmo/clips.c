// Clips, one after the other: clips ADDRESS [NAME...]; a name may be a clip's, a trigger's or a file's.
// Without one, a greeting.
#include <critter/cozmo.h>
#include <stdio.h>
#include <string.h>

static int play(struct critter_cozmo *cozmo, const char *name) {
    if (strchr(name, '.')) return critter_cozmo_play_file(cozmo, name, NULL);
    if (!critter_cozmo_play_trigger(cozmo, name)) return 0;
    return critter_cozmo_play_clip(cozmo, name, 1);
}

int main(int argc, char **argv) {
    static char greeting[] = "GreetAfterLongTime", *hello[] = {greeting};
    char why[256];
    struct critter_cozmo *cozmo = critter_cozmo_meet(argc > 1 ? argv[1] : NULL, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_sleep(cozmo, 2000); // its motors find their stops first
    char **names = argc > 2 ? argv + 2 : hello;
    int failed = 0;
    for (int left = argc > 2 ? argc - 2 : 1; left > 0 && !failed; left--, names++) {
        struct critter_cozmo_event event = {sizeof event};
        failed = play(cozmo, *names) || critter_cozmo_wait(cozmo, "animation_completed", 60000, &event);
        if (failed)
            fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
        else
            printf("%s was animation %d\n", *names, event.value);
    }
    critter_cozmo_disconnect(cozmo);
    return failed != 0;
}
