// What a result says to a person, and what sort of answer it is.
#include "act/action.h"

#define R(result, said)                                                                                      \
    { LIFE_RESULT_##result, said }
static const struct {
    uint32_t result;
    const char *said;
} SAID[] = {
    R(SUCCESS, ""),
    R(RUNNING, "it is under way"),
    R(CANCELLED_WHILE_RUNNING, "cancelled"),
    R(NOT_STARTED, "cancelled before it began"),
    R(ABORT, "it cannot be done"),
    R(ANIM_ABORTED, "the clip was cut short"),
    R(BAD_MARKER, "that marker is none of this thing's"),
    R(BAD_MESSAGE_TAG, "an answer came to something else"),
    R(BAD_OBJECT, "it knows no such thing, or not one for this"),
    R(BAD_POSE, "it does not know where that is"),
    R(BAD_TAG, "the tag is not one of this asker's"),
    R(CHARGER_UNPLUGGED_ABORT, "the charger gives no power"),
    R(CLIFF_ALIGN_FAILED_TIMEOUT, "it did not find the charger's stripe in time"),
    R(CLIFF_ALIGN_FAILED_NO_TURNING, "it could not turn along the charger's stripe"),
    R(CLIFF_ALIGN_FAILED_OVER_TURNING, "it turned too far along the charger's stripe"),
    R(CLIFF_ALIGN_FAILED_NO_WHITE, "it found no stripe on the charger"),
    R(CLIFF_ALIGN_FAILED_STOPPED, "it came to a stop along the charger's stripe"),
    R(FAILED_SETTING_CALIBRATION, "the calibration was not taken"),
    R(FOLLOWING_PATH_BUT_NOT_TRAVERSING, "it follows a path, and does not move along it"),
    R(INTERRUPTED, "something else took over"),
    R(INVALID_OFF_TREADS_STATE, "it does not stand on its treads"),
    R(MISMATCHED_UP_AXIS, "another side of it is above than should be"),
    R(NO_ANIM_NAME, "no clip or trigger is called so"),
    R(NO_DISTANCE_SET, "how far is not said"),
    R(NO_FACE, "it knows no such face"),
    R(NO_GOAL_SET, "where to is not said"),
    R(NO_PREACTION_POSES, "there is no side from which it could come near"),
    R(NOT_CARRYING_OBJECT_ABORT, "it carries nothing"),
    R(NOT_ON_CHARGER_ABORT, "it is not on a charger"),
    R(NULL_SUBACTION, "a compound lacks its parts"),
    R(PATH_PLANNING_FAILED_ABORT, "no way leads there"),
    R(PICKUP_OBJECT_UNEXPECTEDLY_MOVING, "what it would lift moves by itself"),
    R(SEND_MESSAGE_TO_ROBOT_FAILED, "its body cannot be reached"),
    R(STILL_CARRYING_OBJECT, "it still carries something"),
    R(TIMEOUT, "it took too long"),
    R(TRACKS_LOCKED, "something else moves what it would move: it can be stopped, or waited for"),
    R(UNEXPECTED_DOCK_ACTION, "it was docking to something else"),
    R(UNKNOWN_TOOL_CODE, "its lift is not one it knows"),
    R(UPDATE_DERIVED_FAILED, "what it needs for this could not be worked out"),
    R(VISUAL_OBSERVATION_FAILED, "it does not see what it should see there"),
    R(SHOULDNT_DRIVE_ON_CHARGER, "it stands on its charger"),
    R(RETRY, "it did not work this time"),
    R(DID_NOT_REACH_PREACTION_POSE, "it did not come to the place to begin from"),
    R(FAILED_TRAVERSING_PATH, "it came to the path's end, and not to its goal"),
    R(LAST_PICK_AND_PLACE_FAILED, "it did not get hold of it"),
    R(MOTOR_STOPPED_MAKING_PROGRESS, "it made no progress"),
    R(NOT_CARRYING_OBJECT_RETRY, "it lost what it carried"),
    R(NOT_ON_CHARGER_RETRY, "it did not get onto the charger"),
    R(PATH_PLANNING_FAILED_RETRY, "something is in the way that may move"),
    R(PLACEMENT_GOAL_NOT_FREE, "there is something where it should be put"),
    R(PICKUP_OBJECT_UNEXPECTEDLY_NOT_MOVING, "what it lifts did not come along"),
    R(STILL_ON_CHARGER, "it is still on the charger"),
    R(UNEXPECTED_PITCH_ANGLE, "it is tilted as it should not be"),
};

const char *result_said(enum life_result result) {
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++)
        if (SAID[i].result == (uint32_t)result) return SAID[i].said;
    return "";
}

enum life_verdict result_verdict(enum life_result result) {
    switch (result) {
    case LIFE_RESULT_SUCCESS:
        return LIFE_VERDICT_DONE;
    case LIFE_RESULT_INTERRUPTED:
    case LIFE_RESULT_ANIM_ABORTED:
        return LIFE_VERDICT_INTERRUPTED;
    case LIFE_RESULT_CANCELLED_WHILE_RUNNING:
    case LIFE_RESULT_NOT_STARTED:
        return LIFE_VERDICT_CANCELLED;
    case LIFE_RESULT_TRACKS_LOCKED:
        return LIFE_VERDICT_TRACKS_LOCKED;
    case LIFE_RESULT_BAD_TAG:
    case LIFE_RESULT_BAD_POSE:
    case LIFE_RESULT_BAD_OBJECT:
    case LIFE_RESULT_BAD_MARKER:
    case LIFE_RESULT_NO_ANIM_NAME:
    case LIFE_RESULT_NO_FACE:
    case LIFE_RESULT_NO_GOAL_SET:
    case LIFE_RESULT_NO_DISTANCE_SET:
    case LIFE_RESULT_NULL_SUBACTION:
        return LIFE_VERDICT_BAD_VALUE;
    default:
        return LIFE_VERDICT_REFUSED;
    }
}

// Of what is no action of its own: as near as the table has it.
enum life_result result_of_verdict(enum life_verdict verdict) {
    switch (verdict) {
    case LIFE_VERDICT_DONE:
        return LIFE_RESULT_SUCCESS;
    case LIFE_VERDICT_INTERRUPTED:
        return LIFE_RESULT_INTERRUPTED;
    case LIFE_VERDICT_CANCELLED:
        return LIFE_RESULT_CANCELLED_WHILE_RUNNING;
    case LIFE_VERDICT_TRACKS_LOCKED:
        return LIFE_RESULT_TRACKS_LOCKED;
    default:
        return LIFE_RESULT_ABORT;
    }
}
