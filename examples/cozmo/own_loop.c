// Cozmo in a loop of the program's own: poll(2) waits for him and for the keyboard, and no call of the
// library waits. He nods, and shows the expressions whose names are typed meanwhile. Any loop does it the
// same way: watch critter_cozmo_fd, wait critter_cozmo_due_ms at most, then step.
#include <critter/cozmo.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NODS = 6 };

static void ready(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    (void)user, (void)event;
    puts("ready");
    critter_cozmo_live_face(cozmo, 1);
    critter_cozmo_set_head_angle(cozmo, 0.6f); // begun; "head_in_position" says when it is there
}

static void nodded(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    int *nods = user;
    if (event->value && ++*nods < NODS) critter_cozmo_set_head_angle(cozmo, *nods % 2 ? 0.1f : 0.6f);
}

// 0: nobody types any more.
static int tell(struct critter_cozmo *cozmo) {
    char line[80] = "";
    if (read(0, line, sizeof line - 1) <= 0) return 0;
    line[strcspn(line, "\n")] = 0;
    if (critter_cozmo_expression(cozmo, line, 0)) fprintf(stderr, "%s\n", critter_cozmo_error(cozmo));
    return 1;
}

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo_config config = {sizeof config, argc > 1 ? argv[1] : NULL};
    struct critter_cozmo *cozmo = critter_cozmo_connect_begin(&config, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    int nods = 0;
    critter_cozmo_on(cozmo, "ready", ready, NULL);
    critter_cozmo_on(cozmo, "head_in_position", nodded, &nods);
    struct pollfd watched[] = {{critter_cozmo_fd(cozmo), POLLIN, 0}, {0, POLLIN, 0}};
    enum critter_err err = CRITTER_OK;
    while (!err && nods < NODS && poll(watched, 2, critter_cozmo_due_ms(cozmo)) >= 0) {
        if (watched[1].revents && !tell(cozmo)) watched[1].fd = -1;
        err = critter_cozmo_step(cozmo);
    }
    if (err) fprintf(stderr, "%s: %s\n", critter_err_text(err), critter_cozmo_error(cozmo));
    printf("%d nods\n", nods);
    critter_cozmo_disconnect(cozmo);
    return err != CRITTER_OK;
}
