#include "pleo/os/natives/natives.h"

NATIVE(property_get) { return property_value(its(amx), params[1]); }
NATIVE(property_set) { return property_put(its(amx), params[1], params[2]); }
NATIVE(property_set_leak) {
    return property_leak(its(amx), params[1], params[2], params[3], params[4], params[5]);
}
NATIVE(property_leak_enable) { return its(amx)->properties.leaking = params[1] != 0, 1; }
NATIVE(property_load) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && properties_load(its(amx), path);
}
NATIVE(property_save) {
    char path[NATIVE_TEXT];
    return native_text(amx, params[1], path, sizeof path) && properties_save(its(amx), path);
}
NATIVE(property_add_report) { return property_report(its(amx), params[1], params[2], params[3]); }
NATIVE(property_enable_reporting) { return its(amx)->properties.reporting = params[1] != 0, 1; }

static const struct amx_native ROWS[] = {ROW(property_get, 1),        ROW(property_set, 2),
                                         ROW(property_set_leak, 5),   ROW(property_leak_enable, 1),
                                         ROW(property_load, 1),       ROW(property_save, 1),
                                         ROW(property_add_report, 3), ROW(property_enable_reporting, 1)};
LIBRARY(property, "Property", ROWS);
