// The sound engine on any bank: every event is posted and played for a while. It never crashes or hangs, what
// it plays stays below the ceiling, and whether it is listened to makes no difference.
#include "stage/sound/audio.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static uint32_t lead(const struct audio_item *item) {
    if (item->node && item->node->tint_count) return item->node->tints[0].group;
    if (item->object->kind == BANK_SWITCH && item->object->known) return item->object->select.group;
    return item->music && item->music->groups.count ? item->music->groups.at[0] : 0;
}

static void play(const struct audio_set *set, const uint8_t *data, size_t size) {
    struct audio_config config = audio_defaults(size & 1 ? "cozmo" : "vector");
    struct audio *audio = audio_new(&config, set), *unheard = audio_new(&config, set);
    struct ear ear = {0};
    int16_t out[AUDIO_TICK_MAX];
    size_t next = 0;
    for (uint64_t tick = 1; tick < 24; tick++) {
        for (int n = 0; n < 3 && next < set->item_count; next++) {
            uint32_t id = set->items[next].id;
            float volume = 1 + (float)(data[next % size] % 3);
            n++;
            audio_post(audio, id, (enum audio_object)(id % AUDIO_OBJECTS), volume, (uint8_t)id);
            audio_post(unheard, id, (enum audio_object)(id % AUDIO_OBJECTS), volume, (uint8_t)id);
        }
        if (data[tick % size] > 200)
            audio_stop_object(audio, AUDIO_ALL, 50), audio_stop_object(unheard, AUDIO_ALL, 50);
        for (size_t i = data[tick % size] % 4; i < set->item_count;
             i += 7) { // what leads music, switches and volumes
            uint32_t group = lead(&set->items[i]), value = tick & 4 ? set->items[i].id : data[tick % size];
            if (!group) continue;
            audio_state(audio, group, value), audio_state(unheard, group, value);
            audio_switch(audio, AUDIO_ALL, group, value), audio_switch(unheard, AUDIO_ALL, group, value);
        }
        audio_step(audio, tick);
        audio_step(unheard, tick);
        must(audio_hash(audio) == audio_hash(unheard));
        must(audio_voices(audio) <= AUDIO_VOICES + 1);
        size_t count = audio_render(audio, &ear, out, AUDIO_TICK_MAX);
        for (size_t i = 0; i < count; i++) must(out[i] <= 29204 && out[i] >= -29204); // -1 dB
    }
    struct audio_notice notice;
    while (audio_notice(audio, &notice)) must(notice.kind <= AUDIO_STREAM_FAILED);
    audio_free(audio);
    audio_free(unheard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct audio_set *set = audio_set_new();
    struct fault fault = {0};
    must(set);
    if (size && size < 1 << 18) {
        if (audio_set_bank(set, (struct bytes){data, size}, "fuzz", NULL, &fault))
            must(fault.said[0] != 0);
        else if (!audio_set_ready(set, &fault))
            play(set, data, size);
    }
    audio_set_free(set);
    return 0;
}
