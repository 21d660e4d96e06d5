// The same library from C++: Cozmo looks up. The handle disconnects by itself, however the program ends.
//
//     c++ -std=c++11 look_up.cc -o look_up $(pkg-config --cflags --libs critter)
#include <critter/cozmo.h>

#include <cstdio>
#include <memory>
#include <string>

struct Disconnect {
    void operator()(critter_cozmo *cozmo) const { critter_cozmo_disconnect(cozmo); }
};

class Cozmo {
  public:
    explicit Cozmo(const char *address) : handle(critter_cozmo_meet(address, why, sizeof why)) {}
    explicit operator bool() const { return handle != nullptr; }
    std::string error() const { return handle ? critter_cozmo_error(handle.get()) : why; }
    critter_cozmo *get() const { return handle.get(); }

  private:
    char why[256] = "";
    std::unique_ptr<critter_cozmo, Disconnect> handle;
};

static void lifted(void *user, critter_cozmo *, const critter_cozmo_event *event) {
    *static_cast<bool *>(user) = event->value != 0;
}

int main(int argc, char **argv) {
    Cozmo cozmo(argc > 1 ? argv[1] : nullptr);
    bool in_the_air = false;
    if (!cozmo) return std::fprintf(stderr, "%s\n", cozmo.error().c_str()), 1;
    critter_cozmo_on(cozmo.get(), "picked_up", lifted, &in_the_air);
    critter_err err = critter_cozmo_set_head_angle_wait(cozmo.get(), 0.6f, 5000);
    if (err) return std::fprintf(stderr, "%s: %s\n", critter_err_text(err), cozmo.error().c_str()), 1;
    critter_cozmo_state state = {};
    state.size = sizeof state;
    critter_cozmo_get_state(cozmo.get(), &state);
    std::printf("head at %.2f rad, %s\n", static_cast<double>(state.head_rad),
                in_the_air ? "in a hand" : "on the ground");
    return 0;
}
