#include "stage/screen/fault_codes.h"

#include <stddef.h>

const struct fault_code FAULT_CODES[] = {
    {1, false, "update: unknown error"},
    {2, false, "update is under way"},
    {3, false, "update is done"},
    {4, false, "update: starting again"},
    {5, false, "update failed"},
    {10, false, "system: unknown error"},
    {700, false, "switched off by button"},
    {701, false, "gyro does not calibrate"},
    {702, false, "battery is empty"},
    {703, false, "a sensor inside failed"},
    {704, false, "a sensor inside failed"},
    {705, false, "battery is too hot"},
    {800, true, "face and sound stopped"},
    {801, false, "firmware was not taken"},
    {802, false, "body board is silent"},
    {840, false, "camera is not calibrated"},
    {850, false, "cloud: no certificate"},
    {851, false, "cloud: no token store"},
    {852, false, "cloud: no serial number"},
    {870, false, "microphone front right"},
    {871, false, "microphone front left"},
    {872, false, "microphone back right"},
    {873, false, "microphone back left"},
    {890, false, "floor sensor front right"},
    {891, false, "floor sensor front left"},
    {892, false, "floor sensor back right"},
    {893, false, "floor sensor back left"},
    {894, false, "range sensor"},
    {895, false, "touch sensor"},
    {897, false, "start-up check failed"},
    {898, false, "body board is late"},
    {899, false, "no body board"},
    {909, false, "boot movie does not end"},
    {911, false, "sound failed"},
    {913, true, "no connection service"},
    {914, true, "mind did not start"},
    {915, true, "mind does not answer"},
    {916, true, "body did not start"},
    {917, true, "body does not answer"},
    {919, false, "system services failed"},
    {920, false, "no door certificate"},
    {921, true, "door did not start"},
    {923, true, "cloud link did not start"},
    {950, false, "range sensor is silent"},
    {960, false, "motion sensor failed"},
    {970, false, "Wi-Fi chip failed"},
    {980, false, "camera failed"},
    {981, false, "camera stopped"},
    {990, false, "display failed"},
};
const uint32_t FAULT_CODE_COUNT = sizeof FAULT_CODES / sizeof *FAULT_CODES;

const struct fault_code *fault_code_find(uint32_t code) {
    for (uint32_t i = 0; i < FAULT_CODE_COUNT; i++)
        if (FAULT_CODES[i].code == code) return &FAULT_CODES[i];
    return NULL;
}
