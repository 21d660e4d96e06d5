// The tables of clip files. A row's place is its number on the wire, so no row may move.
#include "codec/clip/clip.h"

#define FIELD(type, name, kind, member, ...)                                                                 \
    { name, kind, offsetof(struct type, member), __VA_ARGS__ }
#define LIST(type, name, of, member, ...)                                                                    \
    { name, FLAT_LIST, offsetof(struct type, member), .item = (of), __VA_ARGS__ }
#define TYPE(name, fields, type)                                                                             \
    { name, fields, sizeof(fields) / sizeof *(fields), sizeof(struct type) }
// The first rows only: what a dialect that stops earlier knows. The player asks for the others all the same.
#define TYPE_TO(name, fields, type, count)                                                                   \
    { name, fields, count, sizeof(struct type), sizeof(fields) / sizeof *(fields) }

static const struct flatbuf_field LIFT[] = {
    FIELD(clip_lift, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_lift, "durationTime_ms", FLAT_U32, duration_ms),
    FIELD(clip_lift, "height_mm", FLAT_U8, height_mm),
    FIELD(clip_lift, "heightVariability_mm", FLAT_U8, variability_mm),
};
static const struct flatbuf_type LIFT_TYPE = TYPE("LiftHeight", LIFT, clip_lift);

static const struct flatbuf_field FACE[] = {
    FIELD(clip_face, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_face, "faceAngle", FLAT_F32, angle_deg),
    FIELD(clip_face, "faceCenterX", FLAT_F32, center_x),
    FIELD(clip_face, "faceCenterY", FLAT_F32, center_y),
    FIELD(clip_face, "faceScaleX", FLAT_F32, scale_x, .fallback = 1),
    FIELD(clip_face, "faceScaleY", FLAT_F32, scale_y, .fallback = 1),
    LIST(clip_face, "leftEye", FLAT_F32, left),
    LIST(clip_face, "rightEye", FLAT_F32, right),
    FIELD(clip_face, "scanlineOpacity", FLAT_F32, scanline_opacity, .fallback = 1), // Vector
};
static const struct flatbuf_type FACE_TYPE = TYPE("ProceduralFace", FACE, clip_face);
static const struct flatbuf_type FACE_PLAIN_TYPE = TYPE_TO("ProceduralFace", FACE, clip_face, 8);

static const struct flatbuf_field HEAD[] = {
    FIELD(clip_head, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_head, "durationTime_ms", FLAT_U32, duration_ms),
    FIELD(clip_head, "angle_deg", FLAT_I8, angle_deg),
    FIELD(clip_head, "angleVariability_deg", FLAT_U8, variability_deg),
};
static const struct flatbuf_type HEAD_TYPE = TYPE("HeadAngle", HEAD, clip_head);

static const struct flatbuf_field GROUP[] = {
    LIST(clip_audio_group, "eventIds", FLAT_U32, events),
    LIST(clip_audio_group, "volumes", FLAT_F32, volumes),
    LIST(clip_audio_group, "probabilities", FLAT_F32, probabilities),
};
static const struct flatbuf_type GROUP_TYPE = TYPE("AudioEventGroup", GROUP, clip_audio_group);
static const struct flatbuf_field STATE[] = {
    FIELD(clip_audio_state, "stateGroupId", FLAT_U32, group),
    FIELD(clip_audio_state, "stateId", FLAT_U32, state),
};
static const struct flatbuf_type STATE_TYPE = TYPE("AudioState", STATE, clip_audio_state);
static const struct flatbuf_field SWITCH[] = {
    FIELD(clip_audio_state, "switchGroupId", FLAT_U32, group),
    FIELD(clip_audio_state, "stateId", FLAT_U32, state),
};
static const struct flatbuf_type SWITCH_TYPE = TYPE("AudioSwitch", SWITCH, clip_audio_state);
static const struct flatbuf_field PARAMETER[] = {
    FIELD(clip_audio_parameter, "parameterID", FLAT_U32, id),
    FIELD(clip_audio_parameter, "value", FLAT_F32, value),
    FIELD(clip_audio_parameter, "time_ms", FLAT_U32, time_ms),
    FIELD(clip_audio_parameter, "curveType", FLAT_U8, curve),
};
static const struct flatbuf_type PARAMETER_TYPE = TYPE("AudioParameter", PARAMETER, clip_audio_parameter);

#define AUDIO_GROUPS                                                                                         \
    LIST(clip_audio, "eventGroups", FLAT_TABLE, groups, .type = &GROUP_TYPE),                                \
        LIST(clip_audio, "states", FLAT_TABLE, states, .type = &STATE_TYPE),                                 \
        LIST(clip_audio, "switches", FLAT_TABLE, switches, .type = &SWITCH_TYPE),                            \
        LIST(clip_audio, "parameters", FLAT_TABLE, parameters, .type = &PARAMETER_TYPE)
#define AUDIO_EVENT                                                                                          \
    FIELD(clip_audio, "volume", FLAT_F32, volume, .fallback = 1),                                            \
        LIST(clip_audio, "probability", FLAT_F32, probabilities),                                            \
        FIELD(clip_audio, "hasAlts", FLAT_BOOL, has_alts, .fallback = 1)
static const struct flatbuf_field AUDIO_VECTOR[] = {FIELD(clip_audio, "triggerTime_ms", FLAT_U32, trigger_ms),
                                                    AUDIO_GROUPS};
static const struct flatbuf_field AUDIO_COZMO[] = {
    FIELD(clip_audio, "triggerTime_ms", FLAT_U32, trigger_ms),
    LIST(clip_audio, "audioEventId", FLAT_I64, events, .required = true), AUDIO_EVENT};
static const struct flatbuf_field AUDIO_ALL[] = {
    FIELD(clip_audio, "triggerTime_ms", FLAT_U32, trigger_ms), AUDIO_GROUPS,
    LIST(clip_audio, "audioEventId", FLAT_I64, events), AUDIO_EVENT};
static const struct flatbuf_type AUDIO_VECTOR_TYPE = TYPE("RobotAudio", AUDIO_VECTOR, clip_audio);
static const struct flatbuf_type AUDIO_COZMO_TYPE = TYPE("RobotAudio", AUDIO_COZMO, clip_audio);
static const struct flatbuf_type AUDIO_ALL_TYPE = TYPE("RobotAudio", AUDIO_ALL, clip_audio);

static const struct flatbuf_field LIGHTS_3[] = {
    FIELD(clip_lights, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_lights, "durationTime_ms", FLAT_U32, duration_ms),
    LIST(clip_lights, "Front", FLAT_F32, front),
    LIST(clip_lights, "Middle", FLAT_F32, middle),
    LIST(clip_lights, "Back", FLAT_F32, back),
};
static const struct flatbuf_field LIGHTS_5[] = {
    FIELD(clip_lights, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_lights, "durationTime_ms", FLAT_U32, duration_ms),
    LIST(clip_lights, "Left", FLAT_F32, left),
    LIST(clip_lights, "Right", FLAT_F32, right),
    LIST(clip_lights, "Front", FLAT_F32, front),
    LIST(clip_lights, "Middle", FLAT_F32, middle),
    LIST(clip_lights, "Back", FLAT_F32, back),
};
static const struct flatbuf_type LIGHTS_3_TYPE = TYPE("BackpackLights", LIGHTS_3, clip_lights);
static const struct flatbuf_type LIGHTS_5_TYPE = TYPE("BackpackLights", LIGHTS_5, clip_lights);

static const struct flatbuf_field SPRITES[] = {
    FIELD(clip_sprites, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_sprites, "animName", FLAT_TEXT, sequence, .required = true),
    FIELD(clip_sprites, "scanlineOpacity", FLAT_F32, scanline_opacity, .fallback = 1), // Vector
};
static const struct flatbuf_type SPRITES_TYPE = TYPE("FaceAnimation", SPRITES, clip_sprites);
static const struct flatbuf_type SPRITES_PLAIN_TYPE = TYPE_TO("FaceAnimation", SPRITES, clip_sprites, 2);

static const struct flatbuf_field EVENT[] = {
    FIELD(clip_event, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_event, "event_id", FLAT_TEXT, id, .required = true),
};
static const struct flatbuf_type EVENT_TYPE = TYPE("Event", EVENT, clip_event);

static const struct flatbuf_field BODY[] = {
    FIELD(clip_body, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_body, "durationTime_ms", FLAT_U32, duration_ms),
    FIELD(clip_body, "radius_mm", FLAT_TEXT, radius, .required = true),
    FIELD(clip_body, "speed", FLAT_I16, speed),
};
static const struct flatbuf_type BODY_TYPE = TYPE("BodyMotion", BODY, clip_body);

static const struct flatbuf_field RECORD[] = {FIELD(clip_record, "triggerTime_ms", FLAT_U32, trigger_ms)};
static const struct flatbuf_type RECORD_TYPE = TYPE("RecordHeading", RECORD, clip_record);

static const struct flatbuf_field TURN[] = {
    FIELD(clip_turn, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_turn, "durationTime_ms", FLAT_U32, duration_ms),
    FIELD(clip_turn, "offset_deg", FLAT_I16, offset_deg),
    FIELD(clip_turn, "speed_degPerSec", FLAT_I16, speed_dps),
    FIELD(clip_turn, "accel_degPerSec2", FLAT_I16, accel_dps2, .fallback = 1000),
    FIELD(clip_turn, "decel_degPerSec2", FLAT_I16, decel_dps2, .fallback = 1000),
    FIELD(clip_turn, "tolerance_deg", FLAT_U16, tolerance_deg, .fallback = 2),
    FIELD(clip_turn, "numHalfRevs", FLAT_U16, half_turns),
    FIELD(clip_turn, "useShortestDir", FLAT_BOOL, shortest),
};
static const struct flatbuf_type TURN_TYPE = TYPE("TurnToRecordedHeading", TURN, clip_turn);

static const struct flatbuf_field BOX[] = {
    FIELD(clip_box, "triggerTime_ms", FLAT_U32, trigger_ms),
    FIELD(clip_box, "spriteBoxName", FLAT_TEXT, box, .required = true),
    FIELD(clip_box, "layer", FLAT_TEXT, layer, .required = true),
    FIELD(clip_box, "assetName", FLAT_TEXT, asset, .required = true),
    FIELD(clip_box, "renderMethod", FLAT_TEXT, method, .required = true),
    FIELD(clip_box, "spriteSeqEndType", FLAT_TEXT, end, .required = true),
    FIELD(clip_box, "alpha", FLAT_F32, alpha, .fallback = 100),
    FIELD(clip_box, "xPos", FLAT_I32, x),
    FIELD(clip_box, "yPos", FLAT_I32, y),
    FIELD(clip_box, "width", FLAT_U32, width),
    FIELD(clip_box, "height", FLAT_U32, height),
};
static const struct flatbuf_type BOX_TYPE = TYPE("SpriteBox", BOX, clip_box);

#define KEYS(face_type, audio_type, lights_type, sprites_type)                                               \
    LIST(clip_keys, "LiftHeightKeyFrame", FLAT_TABLE, lift, .type = &LIFT_TYPE),                             \
        LIST(clip_keys, "ProceduralFaceKeyFrame", FLAT_TABLE, face, .type = &face_type),                     \
        LIST(clip_keys, "HeadAngleKeyFrame", FLAT_TABLE, head, .type = &HEAD_TYPE),                          \
        LIST(clip_keys, "RobotAudioKeyFrame", FLAT_TABLE, audio, .type = &audio_type),                       \
        LIST(clip_keys, "BackpackLightsKeyFrame", FLAT_TABLE, lights, .type = &lights_type),                 \
        LIST(clip_keys, "FaceAnimationKeyFrame", FLAT_TABLE, sprites, .type = &sprites_type),                \
        LIST(clip_keys, "EventKeyFrame", FLAT_TABLE, event, .type = &EVENT_TYPE),                            \
        LIST(clip_keys, "BodyMotionKeyFrame", FLAT_TABLE, body, .type = &BODY_TYPE),                         \
        LIST(clip_keys, "RecordHeadingKeyFrame", FLAT_TABLE, record, .type = &RECORD_TYPE),                  \
        LIST(clip_keys, "TurnToRecordedHeadingKeyFrame", FLAT_TABLE, turn, .type = &TURN_TYPE)
#define KEYS_BOX LIST(clip_keys, "SpriteBoxKeyFrame", FLAT_TABLE, box, .type = &BOX_TYPE)

static const struct flatbuf_field KEYS_COZMO[] = {
    KEYS(FACE_PLAIN_TYPE, AUDIO_COZMO_TYPE, LIGHTS_5_TYPE, SPRITES_PLAIN_TYPE)};
static const struct flatbuf_field KEYS_EARLY[] = {
    KEYS(FACE_PLAIN_TYPE, AUDIO_COZMO_TYPE, LIGHTS_3_TYPE, SPRITES_PLAIN_TYPE)};
static const struct flatbuf_field KEYS_VECTOR[] = {
    KEYS(FACE_TYPE, AUDIO_VECTOR_TYPE, LIGHTS_3_TYPE, SPRITES_TYPE), KEYS_BOX};
static const struct flatbuf_field KEYS_ALL[] = {KEYS(FACE_TYPE, AUDIO_ALL_TYPE, LIGHTS_5_TYPE, SPRITES_TYPE),
                                                KEYS_BOX};

static const struct flatbuf_type KEYS_TYPES[] = {
    [CLIP_AUTO] = TYPE("Keyframes", KEYS_ALL, clip_keys),
    [CLIP_COZMO] = TYPE("Keyframes", KEYS_COZMO, clip_keys),
    [CLIP_EARLY] = TYPE("Keyframes", KEYS_EARLY, clip_keys),
    [CLIP_VECTOR] = TYPE("Keyframes", KEYS_VECTOR, clip_keys),
};

#define CLIP(dialect)                                                                                        \
    {                                                                                                        \
        FIELD(clip, "Name", FLAT_TEXT, name),                                                                \
            FIELD(clip, "keyframes", FLAT_TABLE, keys, .type = &KEYS_TYPES[dialect])                         \
    }
static const struct flatbuf_field CLIPS[][2] = {
    [CLIP_AUTO] = CLIP(CLIP_AUTO),
    [CLIP_COZMO] = CLIP(CLIP_COZMO),
    [CLIP_EARLY] = CLIP(CLIP_EARLY),
    [CLIP_VECTOR] = CLIP(CLIP_VECTOR),
};
static const struct flatbuf_type CLIP_TYPES[] = {
    [CLIP_AUTO] = TYPE("AnimClip", CLIPS[CLIP_AUTO], clip),
    [CLIP_COZMO] = TYPE("AnimClip", CLIPS[CLIP_COZMO], clip),
    [CLIP_EARLY] = TYPE("AnimClip", CLIPS[CLIP_EARLY], clip),
    [CLIP_VECTOR] = TYPE("AnimClip", CLIPS[CLIP_VECTOR], clip),
};
#define FILE_OF(dialect)                                                                                     \
    { LIST(clips, "clips", FLAT_TABLE, list, .type = &CLIP_TYPES[dialect]) }
static const struct flatbuf_field FILES[][1] = {
    [CLIP_AUTO] = FILE_OF(CLIP_AUTO),
    [CLIP_COZMO] = FILE_OF(CLIP_COZMO),
    [CLIP_EARLY] = FILE_OF(CLIP_EARLY),
    [CLIP_VECTOR] = FILE_OF(CLIP_VECTOR),
};
static const struct flatbuf_type FILE_TYPES[] = {
    [CLIP_AUTO] = TYPE("AnimClips", FILES[CLIP_AUTO], clips),
    [CLIP_COZMO] = TYPE("AnimClips", FILES[CLIP_COZMO], clips),
    [CLIP_EARLY] = TYPE("AnimClips", FILES[CLIP_EARLY], clips),
    [CLIP_VECTOR] = TYPE("AnimClips", FILES[CLIP_VECTOR], clips),
};

const struct flatbuf_type *clip_file_type(enum clip_dialect dialect) { return &FILE_TYPES[dialect]; }
const struct flatbuf_type *clip_keys_type(enum clip_dialect dialect) { return &KEYS_TYPES[dialect]; }
const char *clip_track_name(enum clip_track track) { return KEYS_ALL[track].name; }

size_t clip_track_count(const struct clip *clip, enum clip_track track) {
    return flatbuf_list_at(&clip->keys, &KEYS_ALL[track]).count;
}

static const char *const DIALECTS[] = {
    [CLIP_AUTO] = "auto", [CLIP_COZMO] = "cozmo", [CLIP_EARLY] = "early", [CLIP_VECTOR] = "vector"};

const char *clip_dialect_name(enum clip_dialect dialect) { return DIALECTS[dialect]; }

enum err clip_dialect_of(const char *name, enum clip_dialect *out) {
    for (unsigned i = 0; i < sizeof DIALECTS / sizeof *DIALECTS; i++)
        if (text_is(text_of(name), DIALECTS[i])) {
            *out = (enum clip_dialect)i;
            return ERR_NONE;
        }
    return ERR_UNKNOWN;
}
