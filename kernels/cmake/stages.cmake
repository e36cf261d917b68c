# The folders of kernels/src/stages that have a kernel.hpp, a reference.cpp or both: one object of each instruction set, and one of
# the reference. The rows of their stages stand in kernels/src/kernel_list.hpp. Those that have a tests/kernels/forces/<stage>_test.cpp bring their own oracle.
set(WEND_STAGES
    approach
    avoid_neighbours
    avoid_obstacles
    containment
    corridor_follow
    external_force
    flocking
    flow_follow
    hide
    interpose
    locomotion
    neighbours
    offset_pursue
    orca
    path_follow
    polygon_containment
    pursue
    retarget_wander
    seek
    wander
    waypoint_advance)
