// The programs of a robot, for viewers: where they find it, whether they are there, who leads it, and how a
// person takes it back.
#include "body/cozmo/shared_cozmo.h"
#include "door/dashboard_internal.h"
#include "door/sdk/sdk.h"
#include "net/udp.h"
#include "robot/robot.h"

#include <string.h>

static bool has_sdk(const struct dashboard *page, int life) {
    return page->programs.sdk && life >= 0 && life == page->programs.life;
}
bool dashboard_has_sdk(const struct dashboard *page, uint32_t robot) {
    return has_sdk(page, dashboard_life(page, robot));
}

static struct body *body_of(const struct dashboard *page, int life) {
    return life < 0 ? NULL : run_body(play_run(page->play), (size_t)life);
}

#define PUT(to, from) text_copy(text_of(from), to, sizeof(to))

static void add_vector(const struct dashboard *page, struct live_clients *out) {
    struct sdk_about about;
    sdk_about(page->programs.sdk, &about);
    PUT(out->speaks, "vector");
    PUT(out->address, about.address);
    PUT(out->name, about.name);
    PUT(out->serial, about.serial);
    PUT(out->state, page->programs.state);
    out->port = about.port;
    out->connected = (uint16_t)about.connected;
    out->calls = about.calls;
    for (; out->recent_count < API_RECENT && about.newest[out->recent_count]; out->recent_count++)
        PUT(out->recent[out->recent_count], about.newest[out->recent_count]);
}

static void add_cozmo(const struct body *body, struct live_clients *out) {
    char where[UDP_TEXT];
    struct udp_peer here;
    if (!body || !shared_cozmo_where(body, where) || udp_peer_of(where, 0, &here, NULL)) return;
    PUT(out->speaks, "cozmo");
    *strchr(where, ':') = 0;
    PUT(out->address, where);
    out->port = here.port;
    if (!shared_cozmo_guest(body)) return;
    out->connected = 1;
    out->leader = LIFE_DOOR_SDK;
    out->level = LIFE_CONTROL_LEVEL_OVERRIDE; // whoever has his radio has all of him
}

bool dashboard_clients(struct dashboard *page, uint32_t robot, struct live_clients *out) {
    memset(out, 0, sizeof *out); // they are compared as bytes
    out->robot = (uint8_t)robot;
    if (!page->play || robot > dashboard_robots(page)) return false;
    int life = dashboard_life(page, robot);
    struct soul *soul = dashboard_soul(page, robot);
    enum life_control_level level = LIFE_CONTROL_LEVEL_NONE;
    if (soul && robot_of(soul)) out->leader = robot_leader(robot_of(soul), &level);
    out->level = level;
    if (has_sdk(page, life))
        add_vector(page, out);
    else
        add_cozmo(body_of(page, life), out);
    return true;
}

// The lock of a person at another page or a command line: taken at its own level, so that nobody has it again
// afterwards, and let go.
static void unlock(struct dashboard *page, struct ws *ws, uint32_t robot, enum life_control_level level,
                   struct fault *fault) {
    struct life_message m = {.kind = LIFE_CONTROL, .control = {.level = level}};
    dashboard_ask(page, ws, robot, 0, &m, fault);
    m.control.level = LIFE_CONTROL_LEVEL_NONE;
    if (!fault->err) dashboard_ask(page, ws, robot, 0, &m, fault);
}

void dashboard_take_back(struct dashboard *page, struct ws *ws, uint32_t robot, struct fault *fault) {
    int life = dashboard_life(page, robot);
    struct body *body = body_of(page, life);
    struct live_clients now;
    if (!dashboard_clients(page, robot, &now)) return;
    if (now.leader == LIFE_DOOR_NOBODY) {
        fault_set(fault, ERR_STATE, "nobody leads it: there is nothing to take back");
        return;
    }
    bool guest = shared_cozmo_guest(body);
    if (guest) shared_cozmo_dismiss(body);
    if (has_sdk(page, life)) sdk_take_back(page->programs.sdk); // also those who only wait for it
    if (!guest && (now.leader != LIFE_DOOR_SDK || !has_sdk(page, life)))
        unlock(page, ws, robot, now.level, fault);
    if (!fault->err)
        dashboard_tell(page, robot, play_now_us(page->play), "hand", "somebody at the page takes it back");
}
