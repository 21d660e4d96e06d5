// The map, for those who want it every so often.
#include "api/api_internal.h"

#include "belief/map.h"
#include "robot/robot.h"

#include <stdlib.h>

enum { MM = 1000, EVERY_US = 500000, EVERY_LEAST_US = 60000, EVERY_MOST_US = 3600000000u };

struct feed {
    struct api_call *next; // the next call that wants it
    uint64_t every_us, due_us;
};

// What each kind of square is painted in, red first.
static const uint32_t COLOURS[] = {
    [BELIEF_MAP_CONTENT_UNKNOWN] = 0x808080ff,
    [BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE] = 0x00ff0080,
    [BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF] = 0x008000ff,
    [BELIEF_MAP_CONTENT_OBSTACLE_CUBE] = 0xff0000ff,
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY] = 0xffa500ff,
    [BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY_EXPLORED] = 0xffff00ff,
    [BELIEF_MAP_CONTENT_OBSTACLE_UNRECOGNIZED] = 0x000000ff,
    [BELIEF_MAP_CONTENT_CLIFF] = 0x800080ff,
    [BELIEF_MAP_CONTENT_INTERESTING_EDGE] = 0xff00ffff,
    [BELIEF_MAP_CONTENT_NON_INTERESTING_EDGE] = 0xffc0cbff,
    [BELIEF_MAP_CONTENT_OBSTACLE_CHARGER] = 0x0000ffff,
};

static void left(struct api_call *call) {
    struct api_call **at = &call->api->maps;
    while (*at != call) at = &((struct feed *)(*at)->data)->next;
    *at = ((struct feed *)call->data)->next;
}

void api_nav_map_feed(struct api_call *call, const void *message) {
    const Vector__NavMapFeedRequest *r = message; // its frequency is a period, in seconds
    struct feed *feed = call->data = calloc(1, sizeof *feed);
    if (!feed) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for another stream");
    float us = r->frequency * 1e6f;
    feed->every_us = !(us > 0)             ? EVERY_US
                     : us < EVERY_LEAST_US ? EVERY_LEAST_US
                     : us > EVERY_MOST_US  ? EVERY_MOST_US
                                           : (uint64_t)us;
    feed->next = call->api->maps;
    call->api->maps = call;
    call->left = left;
}

// NULL: no memory.
static struct api_packet *write(struct api *api, const struct robot *robot) {
    const struct map *map = robot_map(robot);
    struct belief_map_info info;
    struct belief_place place;
    map_info(map, &info);
    robot_place(robot, &place);
    Vector__NavMapInfo about = VECTOR__NAV_MAP_INFO__INIT;
    Vector__NavMapFeedResponse response = VECTOR__NAV_MAP_FEED_RESPONSE__INIT;
    Vector__NavMapQuadInfo *quads = arena_array(api->arena, Vector__NavMapQuadInfo, info.squares);
    response.quad_infos = arena_array(api->arena, Vector__NavMapQuadInfo *, info.squares);
    if (!quads || !response.quad_infos) return NULL;
    about.root_depth = info.depth;
    about.root_size_mm = info.size_m * MM;
    about.root_center_x = info.x_m * MM, about.root_center_y = info.y_m * MM;
    response.origin_id = place.pose.origin;
    response.map_info = &about;
    struct map_leaf leaf;
    for (uint32_t cursor = 0; response.n_quad_infos < info.squares && map_next(map, &cursor, &leaf);) {
        Vector__NavMapQuadInfo *quad = &quads[response.n_quad_infos];
        vector__nav_map_quad_info__init(quad);
        bool charger =
            leaf.content == BELIEF_MAP_CONTENT_OBSTACLE_CHARGER; // programs know of no chargers there
        quad->content =
            (Vector__NavNodeContentType)(charger ? BELIEF_MAP_CONTENT_OBSTACLE_UNRECOGNIZED : leaf.content);
        quad->depth = leaf.depth;
        quad->color_rgba = COLOURS[leaf.content];
        response.quad_infos[response.n_quad_infos++] = quad;
    }
    return api_packet_new(api, API_MAP, &response.base, NULL);
}

void map_turn(struct api *api) {
    struct life_view view;
    struct robot *robot = api->maps ? api_robot(api) : NULL;
    if (!robot || !api_view(api, &view)) return;
    struct api_packet *packet = NULL;
    for (struct api_call *call = api->maps, *next; call; call = next) {
        struct feed *feed = call->data;
        next = feed->next;
        if (view.time_us < feed->due_us && feed->due_us - view.time_us <= feed->every_us) continue;
        feed->due_us = view.time_us + feed->every_us;
        if (!packet && !(packet = write(api, robot))) return;
        api_send(call, packet);
    }
    api_packet_drop(packet);
}
