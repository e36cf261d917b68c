// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "flow/arrival_times.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "threads/parts.hpp"

namespace wend::detail {
namespace {

/// A batch of a column of numbers.
using Numbers = std::array<double, ArrivalTimes::batch>;

/// time + by, and more than `time` also where that is rounded to it.
inline double later(double time, double by) {
    const double sum = time + by;
    const auto next = std::bit_cast<double>(std::bit_cast<std::uint64_t>(time) + 1);
    return sum - time == 0 ? next : sum;
}

/// The upwind solution of ((t - x) / width)^2 + ((t - y) / height)^2 = cost^2, or of one term alone, for
/// the lesser times x and y along each axis. An input that is not below the result does not change it.
struct Update {
    Update(double cell_width, double cell_height)
        : width(cell_width), height(cell_height), a(1 / (width * width)), b(1 / (height * height)) {}

    [[nodiscard]] double operator()(double x, double y, double cost) const {
        const double through_x = later(x, width * cost);
        const double through_y = later(y, height * cost);
        const double one = through_x < through_y ? through_x : through_y;
        const double high = x > y ? x : y;
        const double apart = x - y;
        const double square = (a + b) * cost * cost - a * b * apart * apart;
        const double both = (a * x + b * y + std::sqrt(square)) / (a + b);  // NaN where there is none
        return ((high < one) & (both > high)) ? both : one;
    }

    double width, height, a, b;
};

void solve(std::size_t count, const Update update, const Numbers& x, const Numbers& y, const Numbers& cost,
           Numbers& times) {
    for (std::size_t i = 0; i < count; ++i) times[i] = update(x[i], y[i], cost[i]);
}

/// In buckets, of which a step through the cheapest cell has four.
constexpr std::uint64_t least_width_of_turn = 8;

/// Not std::hypot, which C libraries round differently.
double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

/// Minus the slopes along an axis, upwind. The sum with 0 makes 0 of -0.
void descend(std::size_t count, double size, const Numbers& times, const Numbers& befores,
             const Numbers& behinds, Numbers& slopes) {
    for (std::size_t i = 0; i < count; ++i) {
        const double time = times[i], before = befores[i], behind = behinds[i];
        const double way = behind < before ? 1.0 : -1.0;
        const double least = behind < before ? behind : before;
        const double from = least < time ? least : time;
        slopes[i] = (time - from) / size * way + 0.0;
    }
}

/// Vectors of that length, or 0.
void normalise(std::size_t count, double speed, Numbers& x, Numbers& y) {
    for (std::size_t i = 0; i < count; ++i) {
        const double length = length_of(x[i], y[i]);
        const double divisor = std::max(length, std::numeric_limits<double>::min());
        x[i] = x[i] / divisor * speed;
        y[i] = y[i] / divisor * speed;
    }
}

}  // namespace

ArrivalTimes::ArrivalTimes(const FlowGrid& grid, bool tracks)
    : columns_(grid.columns),
      stride_(std::size_t{grid.columns} + 2),
      width_(cell_width(grid)),
      height_(cell_height(grid)),
      cells_(stride_ * (std::size_t{grid.rows} + 2)),
      tracks_(tracks) {
    const std::size_t bands = std::max<std::size_t>(grid.rows / rows_of_band, 1);
    links_.resize(cells_.size() + bands * TimeBuckets::heads);
    for (std::size_t i = 0; i < links_.size(); ++i)
        links_[i] = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i)};
    for (std::size_t i = 0; i < bands; ++i) {
        bands_.push_back({.queue = {links_.data(), cells_.size() + i * TimeBuckets::heads}});
        for (auto& candidates : bands_.back().handed_over) candidates.reserve(columns_);
    }
    turn_.reserve(bands);
    if (tracks) touched_.reserve(grid.size());
}

void ArrivalTimes::restart_queue(float lowest_cost, bool in_bands) {
    // Narrow buckets: few cells are visited twice. Wider ones cost more visits, narrower ones more levels.
    const float cost = lowest_cost < closed ? lowest_cost : 1;
    band_count_ = in_bands ? bands_.size() : 1;
    for (std::size_t i = 0; i < band_count_; ++i) {
        Band& band = bands_[i];
        band.queue.restart(static_cast<double>(cost) * std::min(width_, height_) * 0.25);
        band.first = i == 0 ? 0 : bands_[i - 1].end;
        band.end = i + 1 == band_count_ ? cells_.size() : number(0, (i + 1) * rows_of_band) - 1;
    }
    odd_ = 0;
    end_ = band_count_ == 1 ? TimeBuckets::no_bucket : 0;
    width_of_turn_ = least_width_of_turn;
    visits_of_turn_ = 0;
}

void ArrivalTimes::enqueue_goal(std::size_t number) {
    cells_[number].time = 0;
    cells_[number].is_goal = true;
    cells_[number].is_queued = 1;
    band_of(number).queue.put(number, 0);
}

std::size_t ArrivalTimes::march(std::size_t most, const Execution& execution) {
    constexpr std::size_t worth_a_thread = 512;
    std::size_t left = most;
    while (left > 0 && begin_turn()) {
        for (std::size_t i = 0; i < turn_.size(); ++i)
            turn_[i]->left = left / turn_.size() + (i < left % turn_.size() ? 1 : 0);
        const auto march_bands = [&](std::size_t first, std::size_t count) {
            for (std::size_t i = first; i < first + count; ++i) march(*turn_[i]);
        };
        const std::size_t before = left;
        for_parts(execution, turn_.size(), left < worth_a_thread ? turn_.size() : 1, march_bands);
        left = 0;
        for (const Band* const band : turn_) left += band->left;
        visits_of_turn_ += before - left;
    }
    return most - left;
}

/// Finds the bands whose turn it is, and that have cells before its end; false if no cell is left. Even and
/// odd bands take turns, each to a time beyond that of the others, so that these follow with the times beside
/// them.
bool ArrivalTimes::begin_turn() {
    for (;;) {
        std::uint64_t first = TimeBuckets::no_bucket;
        turn_.clear();
        for (std::size_t i = 0; i < band_count_; ++i) {
            const std::uint64_t bucket = bands_[i].first_bucket();
            first = std::min(first, bucket);
            if (i % 2 == odd_ && bucket < end_) turn_.push_back(&bands_[i]);
        }
        if (!turn_.empty() || first == TimeBuckets::no_bucket) return !turn_.empty();
        odd_ ^= 1;
        // Turns of few cells are not worth their while.
        if (visits_of_turn_ > 1024)
            width_of_turn_ = std::max(width_of_turn_ / 2, least_width_of_turn);
        else if (visits_of_turn_ > 0 && visits_of_turn_ < 256)
            width_of_turn_ = std::min(width_of_turn_ * 2, std::uint64_t{1} << 40);
        visits_of_turn_ = 0;
        end_ = std::max(end_, first) + width_of_turn_;
    }
}

/// The turn of a band.
void ArrivalTimes::march(Band& band) {
    constexpr std::size_t most_at_once = batch / 4;
    take_over(band);
    while (band.left > 0) {
        std::size_t number = band.queue.next([&](std::size_t one) { return cells_[one].time; }, end_);
        if (number == TimeBuckets::none) break;
        std::uint32_t* end = band.candidates.data();
        std::size_t left = std::min(most_at_once, band.left);
        band.left -= left;
        for (;;) {
            end = collect_about(number, end);
            if (--left == 0) break;
            number = band.queue.next_of_bucket();
            if (number == TimeBuckets::none) break;
        }
        band.left += left;
        if (band_count_ > 1) end = hand_over(band, end);
        update(band, static_cast<std::size_t>(end - band.candidates.data()));
    }
}

/// Adds the neighbours of a cell whose time is new to the candidates, at their end; the new end.
inline std::uint32_t* ArrivalTimes::collect_about(std::size_t number, std::uint32_t* end) {
    Cell& from = cells_[number];
    from.is_queued = 0;
    if (from.was_raised != 0) [[unlikely]] {
        from.was_raised = 0;
        for (const std::size_t beside : {number - 1, number + 1, number - stride_, number + stride_})
            end = collect_any(beside, end);
        return end;
    }
    const double time = from.time;
    end = collect(number - 1, stride_, time, width_, end);
    end = collect(number + 1, stride_, time, width_, end);
    end = collect(number - stride_, 1, time, height_, end);
    return collect(number + stride_, 1, time, height_, end);
}

/// Adds a neighbour of a cell whose time is new to the candidates, if that time may matter to it. It waits
/// for the neighbour across that is queued and comes first, which will see to it.
inline std::uint32_t* ArrivalTimes::collect(std::size_t number, std::size_t across, double time, double step,
                                            std::uint32_t* end) {
    Cell& one = cells_[number];
    const Cell& below = cells_[number - across];
    const Cell& above = cells_[number + across];
    const double limit = std::min(one.time, time + step * static_cast<double>(one.cost));
    const unsigned waits = (static_cast<unsigned>(below.time < limit) & below.is_queued) |
                           (static_cast<unsigned>(above.time < limit) & above.is_queued);
    const unsigned is_new = static_cast<unsigned>(one.time > time) &
                            static_cast<unsigned>(one.cost < closed) & ((one.is_candidate | waits) ^ 1u);
    *end = static_cast<std::uint32_t>(number);
    one.is_candidate = static_cast<std::uint8_t>(one.is_candidate | is_new);
    return end + is_new;
}

/// The same for a neighbour of a cell whose time was less than now.
std::uint32_t* ArrivalTimes::collect_any(std::size_t number, std::uint32_t* end) {
    Cell& one = cells_[number];
    if (one.is_candidate != 0 || one.is_goal || one.cost == closed) return end;
    one.is_candidate = 1;
    *end = static_cast<std::uint32_t>(number);
    return end + 1;
}

/// Takes the candidates out that are not the band's, for the bands beside it; the new end.
std::uint32_t* ArrivalTimes::hand_over(Band& band, const std::uint32_t* end) {
    std::uint32_t* own = band.candidates.data();
    for (const std::uint32_t* one = own; one < end; ++one) {
        if (*one < band.first) [[unlikely]]
            (&band - 1)->handed_over[1].push_back(*one);
        else if (*one >= band.end) [[unlikely]]
            (&band + 1)->handed_over[0].push_back(*one);
        else
            *own++ = *one;
    }
    return own;
}

/// Updates the candidates that the bands beside a band have found.
void ArrivalTimes::take_over(Band& band) {
    for (std::vector<std::uint32_t>& all : band.handed_over) {
        for (std::size_t first = 0; first < all.size(); first += batch) {
            const std::size_t count = std::min(batch, all.size() - first);
            std::copy_n(all.data() + first, count, band.candidates.data());
            update(band, count);
        }
        all.clear();
    }
}

/// Gives the candidates the times that follow from their neighbours', and queues those whose time changes.
void ArrivalTimes::update(Band& band, std::size_t count) {
    Numbers x, y, cost, time;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = band.candidates[i];
        cells_[number].is_candidate = 0;
        x[i] = std::min(cells_[number - 1].time, cells_[number + 1].time);
        y[i] = std::min(cells_[number - stride_].time, cells_[number + stride_].time);
        cost[i] = static_cast<double>(cells_[number].cost);
    }
    solve(count, {width_, height_}, x, y, cost, time);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = band.candidates[i];
        if (time[i] != cells_[number].time) set_time(band, number, time[i]);
    }
}

inline void ArrivalTimes::set_time(Band& band, std::size_t number, double time) {
    Cell& one = cells_[number];
    if (time > one.time) one.was_raised = true;
    one.time = time;
    one.is_queued = 1;
    band.queue.put(number, time);
    if (tracks_) touch(number);
}

void ArrivalTimes::touch(std::size_t number) {
    if (cells_[number].is_touched) return;
    cells_[number].is_touched = true;
    touched_.push_back(static_cast<std::uint32_t>(number));
}

/// That agrees with its neighbours'.
double ArrivalTimes::time_of(std::size_t number) const {
    const Cell* const one = &cells_[number];
    if (one->is_goal) return 0;
    if (one->cost == closed) return never;
    const double x = std::min((one - 1)->time, (one + 1)->time);
    const double y = std::min((one - stride_)->time, (one + stride_)->time);
    return Update(width_, height_)(x, y, static_cast<double>(one->cost));
}

void ArrivalTimes::change(std::size_t number, float cost, bool is_goal) {
    cells_[number].cost = cost;
    cells_[number].is_goal = is_goal;
    touch(number);
    bands_[0].queue.put(number, 0);
}

std::size_t ArrivalTimes::raise(std::size_t most) {
    for (std::size_t visits = 0; visits < most; ++visits) {
        const std::size_t number = bands_[0].queue.next([](std::size_t) { return 0.0; });
        if (number == TimeBuckets::none) return visits;
        const double time = cells_[number].time;
        const double now = time_of(number);
        if (now != time) touch(number);
        if (!(now > time)) continue;
        cells_[number].time = never;
        for (const std::size_t beside : {number - 1, number + 1, number - stride_, number + stride_}) {
            const Cell& one = cells_[beside];
            if (one.time > time && one.time < never) bands_[0].queue.put(beside, 0);
        }
    }
    return most;
}

void ArrivalTimes::lower(std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
        const std::size_t number = touched_[i];
        const double time = time_of(number);
        if (time != cells_[number].time) set_time(bands_[0], number, time);
    }
}

std::size_t ArrivalTimes::drop(std::size_t most) {
    for (std::size_t visits = 0; visits < most; ++visits) {
        if (bands_[0].queue.next([](std::size_t) { return 0.0; }) != TimeBuckets::none) continue;
        if (touched_.empty()) return visits;
        cells_[touched_.back()].is_touched = false;
        touched_.pop_back();
    }
    return most;
}

void ArrivalTimes::clear(std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) cells_[i].time = never;
}

void ArrivalTimes::directions(std::span<const std::uint32_t> numbers, double speed, float* velocities,
                              Way* ways) const {
    const std::size_t count = numbers.size();
    Numbers times, left, right, below, above, velocity_x, velocity_y;
    for (std::size_t i = 0; i < count; ++i) {
        const Cell* const one = &cells_[numbers[i]];
        times[i] = one->time;
        left[i] = (one - 1)->time;
        right[i] = (one + 1)->time;
        below[i] = (one - stride_)->time;
        above[i] = (one + stride_)->time;
    }
    descend(count, width_, times, left, right, velocity_x);
    descend(count, height_, times, below, above, velocity_y);
    normalise(count, speed, velocity_x, velocity_y);
    for (std::size_t i = 0; i < count; ++i) {
        const double time = cells_[numbers[i]].time;
        Point velocity{velocity_x[i], velocity_y[i]};
        Way way = Way::open;
        if (time == 0) {
            velocity = {};
            way = Way::at_goal;
        } else if (time == never) {
            const Point towards = towards_least(numbers[i]);
            velocity = {towards.x * speed, towards.y * speed};
            way = towards.x != 0 || towards.y != 0 ? Way::from_closed : Way::none;
        }
        const std::size_t cell = (numbers[i] / stride_ - 1) * columns_ + numbers[i] % stride_ - 1;
        velocities[2 * cell] = static_cast<float>(velocity.x);
        velocities[2 * cell + 1] = static_cast<float>(velocity.y);
        ways[cell] = way;
    }
}

void ArrivalTimes::directions(std::size_t first, std::size_t count, double speed, float* velocities,
                              Way* ways) const {
    std::array<std::uint32_t, batch> numbers{};
    for (const std::size_t end = first + count; first < end;) {
        const std::size_t part = std::min({batch, columns_ - first % columns_, end - first});
        const std::size_t from = number(first);
        for (std::size_t i = 0; i < part; ++i) numbers[i] = static_cast<std::uint32_t>(from + i);
        first += part;
        directions(std::span(numbers).first(part), speed, velocities, ways);
    }
}

/// From a closed cell to the neighbour with the least time of eight.
Point ArrivalTimes::towards_least(std::size_t number) const {
    double least = never;
    Point way;
    for (const int y : {-1, 0, 1})
        for (const int x : {-1, 0, 1}) {
            const Cell* const row =
                y < 0 ? &cells_[number - stride_] : &cells_[number + (y > 0 ? stride_ : 0)];
            const double time = (row + x)->time;
            if (time >= least) continue;
            least = time;
            way = {x * width_, y * height_};
        }
    const double length = length_of(way.x, way.y);
    return length > 0 ? Point{way.x / length, way.y / length} : Point{};
}

}  // namespace wend::detail
