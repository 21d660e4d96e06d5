// What clips put out, as text.
#include "support/traces.h"

#include "base/buf.h"
#include "base/hash.h"
#include "stage/clip/player.h"

void __real_player_step(struct player *player, const struct player_in *in, struct player_out *out);
void __wrap_player_step(struct player *player, const struct player_in *in, struct player_out *out);
void __wrap_player_step(struct player *player, const struct player_in *in, struct player_out *out) {
    __real_player_step(player, in, out);
    if (!trace_wanted()) return;
    struct buf text = {0};
    player_trace(out, UINT32_MAX, &text);
    if (text.len) trace_add(TRACE_CLIP, hash64(0, text.at, text.len));
    buf_free(&text);
}
