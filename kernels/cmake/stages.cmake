# The stages, as data: one folder each in kernels/src/stages, with kernel.hpp, reference.cpp and their helpers. Their rows stand in
# kernels/src/kernel_list.hpp. Those that have a tests/kernels/forces/<stage>_test.cpp bring their own oracle.
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
    offset_pursue
    orca
    path_follow
    polygon_containment
    pursue
    retarget_wander
    seek
    wander
    waypoint_advance)
