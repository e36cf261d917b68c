// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/mpi/population.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ctime>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "mpi/src/agent_bytes.hpp"
#include "mpi/src/communicator.hpp"
#include "mpi/src/division.hpp"
#include "mpi/src/exchange.hpp"
#include "mpi/src/sight.hpp"

namespace wend::mpi {
namespace {

using Slot = AgentBytes::Slot;

// At each such tick the ranks compare their costs.
constexpr std::uint64_t ticks_between_balances = 64;
constexpr double largest_imbalance = 1.2;
// An agent without neighbours costs about as much as so many of another one's.
constexpr std::uint64_t candidates_of_itself = 4;

// Kinds of items of one exchange.
constexpr std::size_t whole = 0;
constexpr std::size_t copy = 1;

/// The streams that are read of an agent that others see or pursue.
StreamSet seen_streams(const AgentView& agents) {
    StreamSet seen = position_streams | velocity_streams | stream_set(Stream::id);
    for (const Stream extra : neighbour_extras) seen |= stream_set(extra);
    return seen & agents.bound();
}

/// Adds the CPU time of its life, of all threads, to a sum.
class CpuTime {
  public:
    explicit CpuTime(double& sum) : sum_(sum) {}
    ~CpuTime() { sum_ += now() - start_; }
    CpuTime(const CpuTime&) = delete;
    CpuTime& operator=(const CpuTime&) = delete;

  private:
    static double now() {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    double& sum_;
    double start_ = now();
};

double into(double at, double low, double high) {
    const double turns = std::floor((at - low) / (high - low));
    return std::clamp(at - turns * (high - low), low, std::nextafter(high, low));
}

}  // namespace

struct Population::State {
    State(MPI_Comm handle, AgentBuffer own, std::span<const Program> programs);

    // ---- where agents are

    /// Within the world that wraps, if it does.
    [[nodiscard]] Place place_of(std::size_t agent) const {
        Place place{static_cast<double>(x_[agent]), static_cast<double>(y_[agent])};
        if (wrap)
            place = {into(place[0], static_cast<double>(wrap->min_x), static_cast<double>(wrap->max_x)),
                     into(place[1], static_cast<double>(wrap->min_y), static_cast<double>(wrap->max_y))};
        return place;
    }
    /// No agent sees those elsewhere; they stay on their rank.
    [[nodiscard]] bool is_somewhere(std::size_t agent) const {
        return std::isfinite(x_[agent]) && std::isfinite(y_[agent]);
    }
    [[nodiscard]] Box world() const {
        constexpr double all = std::numeric_limits<double>::infinity();
        if (!wrap) return {{-all, -all}, {all, all}};
        return {{static_cast<double>(wrap->min_x), static_cast<double>(wrap->min_y)},
                {static_cast<double>(wrap->max_x), static_cast<double>(wrap->max_y)}};
    }

    // ---- the steps of a tick

    void take_arrays();
    void resize(std::size_t agents);
    void divide(std::uint64_t nanoseconds);
    void balance();
    void exchange(double radius);
    bool send(std::size_t agent, const Place& place, double radius, const Box& all);
    void find_quarries(const Program& program, AgentView& view);
    Result run_tick(const Program& program, const Sight& needs, const Ticks& tick,
                    const Execution& execution);
    void count(const Exchange& exchange) {
        work.messages += exchange.sent_messages();
        work.bytes += exchange.sent_bytes();
    }
    [[nodiscard]] int home_of(std::uint64_t slot) const {
        return static_cast<int>(std::ranges::upper_bound(firsts, slot) - firsts.begin()) - 1;
    }

    Communicator communicator;
    AgentBuffer buffer;       ///< own agents; during a call others behind them
    std::vector<Slot> slots;  ///< of the own agents, in the whole
    std::vector<std::uint64_t> firsts;
    double largest_radius = 0;      ///< of all programs; 0: their agents do not see each other
    std::optional<Rectangle> wrap;  ///< the world of the call whose opposite sides are joined
    Division division;
    bool is_divided = false;
    AgentBytes whole_agent;  ///< all streams but records, which may hold any values
    AgentBytes seen_agent;
    Exchange agents_and_copies, states, requests;
    std::vector<int> sent_to;  ///< an agent and its copies
    std::array<std::vector<std::int32_t>, slot_streams.size()>
        quarries;  ///< slot streams in slots of the call
    std::vector<std::uint64_t> own_bits;
    std::vector<std::pair<Slot, Slot>> others;  ///< agents behind the own ones: slot in the whole, and here
    Work work;
    double balanced_seconds = 0;  ///< compute seconds at the last balance
    std::uint64_t next_balance = 0;

  private:
    std::span<const float> x_, y_;
};

Population::State::State(MPI_Comm handle, AgentBuffer own, std::span<const Program> programs)
    : communicator(handle),
      buffer(std::move(own)),
      division(communicator.ranks()),
      whole_agent(buffer.view().bound() & ~record_streams),
      seen_agent(seen_streams(buffer.view())),
      agents_and_copies(communicator, whole_agent.size(), seen_agent.size()),
      states(communicator, seen_agent.size()),
      requests(communicator, sizeof(Slot)) {
    buffer.look_elsewhere();  // slots are those of the whole
    for (const Program& program : programs) {
        buffer.make_workspace(program);
        largest_radius = std::max(largest_radius, sight_of(program).radius);
    }
    const StreamSet streams = buffer.view().bound();
    std::array<std::uint64_t, 4> least{streams.low, streams.high, ~streams.low, ~streams.high};
    communicator.reduce(least, MPI_MIN);
    if (least[0] != ~least[2] || least[1] != ~least[3])
        throw Error("the agents of the ranks have different streams");
    firsts.resize(static_cast<std::size_t>(communicator.ranks()) + 1);
    const std::uint64_t count = buffer.size();
    check(MPI_Allgather(&count, 1, MPI_UINT64_T, firsts.data() + 1, 1, MPI_UINT64_T, communicator.handle()));
    std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
    if (firsts.back() > std::numeric_limits<Slot>::max()) throw Error("more than 2^32 - 1 agents");
    slots.resize(count);
    std::iota(slots.begin(), slots.end(),
              static_cast<Slot>(firsts[static_cast<std::size_t>(communicator.rank())]));
    take_arrays();
}

void Population::State::take_arrays() {
    static_cast<void>(buffer.get<Stream::id>());  // ids are written
    const AgentView view = buffer.view();
    whole_agent.use(view);
    seen_agent.use(view);
    x_ = view.get<Stream::position_x>();
    y_ = view.get<Stream::position_y>();
}

/// Behind the own agents.
void Population::State::resize(std::size_t agents) {
    while (buffer.size() > agents) buffer.remove(buffer.size() - 1);
    if (buffer.capacity() < agents) buffer.reserve(agents + agents / 8);
    if (buffer.size() < agents) buffer.spawn(agents - buffer.size());
    take_arrays();
}

/// The weight of an agent is the number of the rank's own in its cell, which is as wide as agents see, and
/// some for itself. All weights of the rank together are its cost, where that is known.
void Population::State::divide(std::uint64_t nanoseconds) {
    std::vector<Place> places;
    std::vector<std::uint64_t> cells;
    for (std::size_t agent = 0; agent < slots.size(); ++agent) {
        if (!is_somewhere(agent)) continue;
        const Place place = place_of(agent);
        const auto cell = [&](double at) {
            return static_cast<std::uint64_t>(static_cast<std::uint32_t>(
                static_cast<std::int64_t>(std::clamp(at / largest_radius, -0x1p30, 0x1p30))));
        };
        places.push_back(place);
        cells.push_back(cell(place[0]) << 32 | cell(place[1]));
    }
    std::unordered_map<std::uint64_t, std::uint64_t> counts;
    for (const std::uint64_t cell : cells) ++counts[cell];
    std::vector<std::uint64_t> weights;
    std::uint64_t sum = 0;
    for (const std::uint64_t cell : cells) sum += weights.emplace_back(candidates_of_itself + counts[cell]);
    const double unit =
        nanoseconds > 0 && sum > 0 ? static_cast<double>(nanoseconds) / static_cast<double>(sum) : 1;
    for (std::uint64_t& weight : weights)
        weight = 1 + static_cast<std::uint64_t>(1000 * unit * static_cast<double>(weight));
    division.divide(communicator, places, weights);
    is_divided = true;
    ++work.divisions;
}

/// Divides the plane again where the slowest rank costs too much.
void Population::State::balance() {
    const bool first = !is_divided;
    if (!first && work.ticks < next_balance) return;
    next_balance = work.ticks + ticks_between_balances;
    if (first) {
        divide(0);
        exchange(0);
        agents_and_copies.release();
        divide(0);  // each rank now has all agents of its cells
        return;
    }
    const double seconds = work.compute_seconds - std::exchange(balanced_seconds, work.compute_seconds);
    const auto nanoseconds = static_cast<std::uint64_t>(1e9 * seconds);
    // Whole numbers, whose sum is the same on all ranks: they must decide alike.
    std::array<std::uint64_t, 1> largest{nanoseconds}, sum{nanoseconds};
    communicator.reduce(largest, MPI_MAX);
    communicator.reduce(sum, MPI_SUM);
    const double mean = static_cast<double>(sum[0]) / communicator.ranks();
    if (static_cast<double>(largest[0]) > largest_imbalance * mean)
        divide(std::max<std::uint64_t>(1, nanoseconds));
}

/// Moves agents to the ranks of their places, and puts copies of the agents that own ones may see behind
/// those. One message to each rank has both: the rank that had an agent before the tick knows where it goes
/// and which ranks see it there.
void Population::State::exchange(double radius) {
    {
        const CpuTime time(work.exchange_seconds);
        const Box all = world();
        Box inner = division.box_of(communicator.rank(), all);
        for (const std::size_t axis : {0, 1}) inner.low[axis] += radius, inner.high[axis] -= radius;
        for (std::size_t agent = 0; agent < slots.size();) {
            const auto x = static_cast<double>(x_[agent]), y = static_cast<double>(y_[agent]);
            // Nearly all agents, of which no other rank needs to know.
            const bool is_inside =
                x > inner.low[0] && x < inner.high[0] && y > inner.low[1] && y < inner.high[1];
            if (is_inside || !is_somewhere(agent) || !send(agent, place_of(agent), radius, all)) ++agent;
        }
    }
    agents_and_copies.send();
    count(agents_and_copies);
    const CpuTime time(work.exchange_seconds);
    const std::size_t moved = agents_and_copies.size(whole), copied = agents_and_copies.size(copy);
    work.halo_agents += copied;
    std::size_t agent = slots.size();
    resize(agent + moved + copied);
    for (std::size_t i = 0; i < moved; ++i, ++agent) {
        slots.push_back(whole_agent.unpack(agents_and_copies.item(i, whole), agent));
    }
    others.clear();
    for (std::size_t i = 0; i < copied; ++i, ++agent) {
        others.emplace_back(seen_agent.unpack(agents_and_copies.item(i, copy), agent),
                            static_cast<Slot>(agent));
    }
}

/// Returns whether the agent leaves: the last one has its place then.
bool Population::State::send(std::size_t agent, const Place& place, double radius, const Box& all) {
    const int to = division.rank_of(place);
    sent_to.assign(1, to);
    const auto send_copy = [&](int rank) {
        if (std::ranges::count(sent_to, rank) != 0) return;
        sent_to.push_back(rank);
        seen_agent.pack(slots[agent], agent, agents_and_copies.add(rank, copy));
    };
    const int images = wrap ? 1 : 0;
    for (int i = -images; radius > 0 && i <= images; ++i)
        for (int j = -images; j <= images; ++j) {
            const double x = place[0] + (i == 0 ? 0 : i * (all.high[0] - all.low[0]));
            const double y = place[1] + (j == 0 ? 0 : j * (all.high[1] - all.low[1]));
            const Box near{{x - radius, y - radius}, {x + radius, y + radius}};
            if (near.low[0] <= all.high[0] && near.high[0] >= all.low[0] && near.low[1] <= all.high[1] &&
                near.high[1] >= all.low[1])  // the outermost rectangles have no end
                division.for_each_near(near, send_copy);
        }
    if (to == communicator.rank()) return false;
    whole_agent.pack(slots[agent], agent, agents_and_copies.add(to, whole));
    if (agent + 1 < slots.size()) whole_agent.move(slots.size() - 1, agent);
    slots[agent] = slots.back();
    slots.pop_back();
    ++work.migrated_agents;
    return true;
}

/// Brings the agents that own ones name by their slots, and binds those slots translated to the view's.
void Population::State::find_quarries(const Program& program, AgentView& view) {
    std::vector<Stream> named;
    for (const StreamUse& use : program.streams())
        if (is_slot_stream(use.stream)) named.push_back(use.stream);
    // The rank that had an agent first always knows its state.
    {
        const CpuTime time(work.exchange_seconds);
        for (std::size_t agent = 0; agent < slots.size(); ++agent) {
            seen_agent.pack(slots[agent], agent, states.add(home_of(slots[agent])));
        }
    }
    states.send();
    count(states);
    const std::uint64_t first = firsts[static_cast<std::size_t>(communicator.rank())];
    std::vector<std::size_t> item_of(firsts[static_cast<std::size_t>(communicator.rank()) + 1] - first);
    for (std::size_t i = 0; i < states.size(); ++i) item_of[AgentBytes::slot_of(states.item(i)) - first] = i;
    std::vector<std::byte> homes(item_of.size() * seen_agent.size());
    for (std::size_t i = 0; i < item_of.size(); ++i)
        std::memcpy(homes.data() + i * seen_agent.size(), states.item(item_of[i]), seen_agent.size());

    std::unordered_map<Slot, Slot> here;
    for (std::size_t agent = 0; agent < slots.size(); ++agent)
        here.emplace(slots[agent], static_cast<Slot>(agent));
    for (const auto& [slot, place] : others) here.emplace(slot, place);
    std::vector<Slot> wanted;
    for (const Stream stream : named) {
        const auto* const slot = static_cast<const std::int32_t*>(view.column(stream).data);
        for (std::size_t agent = 0; agent < slots.size(); ++agent)
            if (slot[agent] >= 0 && static_cast<std::uint64_t>(slot[agent]) < firsts.back() &&
                here.emplace(static_cast<Slot>(slot[agent]), 0).second)
                wanted.push_back(static_cast<Slot>(slot[agent]));
    }
    for (const Slot slot : wanted) std::memcpy(requests.add(home_of(slot)), &slot, sizeof slot);
    requests.send();
    count(requests);
    std::size_t i = 0;
    for (int rank = 0; rank < communicator.ranks(); ++rank)
        for (std::size_t k = 0; k < requests.size_from(rank); ++k, ++i)
            std::memcpy(states.add(rank),
                        homes.data() + (AgentBytes::slot_of(requests.item(i)) - first) * seen_agent.size(),
                        seen_agent.size());
    states.send();
    count(states);
    const std::size_t before = buffer.size();
    resize(before + states.size());
    for (i = 0; i < states.size(); ++i) {
        here[seen_agent.unpack(states.item(i), before + i)] = static_cast<Slot>(before + i);
    }
    view = buffer.view();
    for (const Stream stream : named) {
        const auto* const slot = static_cast<const std::int32_t*>(view.column(stream).data);
        std::vector<std::int32_t>& local = quarries[static_cast<std::size_t>(
            std::ranges::find(slot_streams, stream) - slot_streams.begin())];
        local.assign(buffer.size(), -1);
        for (std::size_t agent = 0; agent < slots.size(); ++agent) {
            const auto found = slot[agent] < 0 ? here.end() : here.find(static_cast<Slot>(slot[agent]));
            if (found != here.end())
                local[agent] = static_cast<std::int32_t>(found->second);
            else if (slot[agent] != -1)
                local[agent] = std::numeric_limits<std::int32_t>::min();  // a fault, as in one process
        }
        static_cast<void>(view.bind(stream, Column{local.data(), local.size(), ElementType::i32, true}));
    }
}

Result Population::State::run_tick(const Program& program, const Sight& needs, const Ticks& tick,
                                   const Execution& execution) {
    others.clear();
    if (needs.radius > 0) {
        balance();
        exchange(needs.radius);
    }
    AgentView view = buffer.view();
    if (needs.has_quarries) find_quarries(program, view);
    if (buffer.size() > slots.size()) {
        own_bits.assign((buffer.size() + 63) / 64, 0);
        std::fill_n(own_bits.begin(), slots.size() / 64, ~std::uint64_t{0});
        if (slots.size() % 64 != 0) own_bits[slots.size() / 64] = (std::uint64_t{1} << slots.size() % 64) - 1;
        view.only_bits(own_bits);
    }
    Result result;
    {
        const CpuTime time(work.compute_seconds);
        result = wend::run(program, view, tick, execution);
    }
    resize(slots.size());
    return result;
}

Population::Population(MPI_Comm communicator, AgentBuffer agents, std::span<const Program> programs)
    : state_(std::make_unique<State>(communicator, std::move(agents), programs)) {}
Population::~Population() = default;
Population::Population(Population&&) noexcept = default;
Population& Population::operator=(Population&&) noexcept = default;

std::uint64_t Population::size() const noexcept { return state_->firsts.back(); }
std::span<const std::uint64_t> Population::first_slots() const noexcept { return state_->firsts; }
AgentView Population::agents() noexcept { return state_->buffer.view(); }
std::span<const std::uint32_t> Population::slots() const noexcept { return state_->slots; }
const Work& Population::work() const noexcept { return state_->work; }

Result Population::run(const Program& program, const Ticks& ticks, const Execution& execution) {
    State& state = *state_;
    const Sight needs = sight_of(program);
    if (needs.radius > 0 && state.largest_radius <= 0)
        throw Error("a program whose agents see each other was not among those of the population");
    state.wrap = needs.wrap;  // tuned, or another program's: the cuts hold for any world
    const bool alone = needs.radius <= 0 && !needs.has_quarries;
    Result all;
    std::uint64_t first_fault = std::numeric_limits<std::uint64_t>::max();
    for (std::uint32_t done = 0; done < ticks.count || done == 0;) {
        Ticks part = ticks;
        if (ticks.first_tick) part.first_tick = *ticks.first_tick + done;
        if (!alone) part.count = std::min(ticks.count, 1u);
        const Result result = state.run_tick(program, needs, part, execution);
        if (!result.status) all.status = result.status;
        if (result.faults > 0 && all.faults == 0) first_fault = state.slots[result.first_fault];
        all.faults += result.faults;
        all.capped += result.capped;
        done += std::max(part.count, 1u);
        state.work.ticks += part.count;
    }
    std::array<std::uint64_t, 3> sums{all.faults, all.capped, all.status ? 0u : 1u};
    state.communicator.reduce(sums, MPI_SUM);
    std::array<std::uint64_t, 1> least{first_fault};
    if (sums[0] > 0) state.communicator.reduce(least, MPI_MIN);
    all.faults = sums[0];
    all.capped = sums[1];
    all.first_fault = all.faults > 0 ? least[0] : 0;
    if (all.status && sums[2] != 0) throw Error("another rank's call was refused");
    return all;
}

std::uint64_t Population::state_hash(const Program& program) {
    std::array<std::uint64_t, 1> sum{wend::state_hash(program, state_->buffer.view())};
    state_->communicator.reduce(sum, MPI_SUM);
    return sum[0];
}

AgentBuffer Population::collect(std::span<const std::uint64_t> first_slots) {
    State& state = *state_;
    for (std::size_t agent = 0; agent < state.slots.size(); ++agent) {
        const Slot slot = state.slots[agent];
        const auto rank =
            static_cast<int>(std::ranges::upper_bound(first_slots, slot) - first_slots.begin()) - 1;
        state.whole_agent.pack(slot, agent, state.agents_and_copies.add(rank));
    }
    state.agents_and_copies.send();
    state.count(state.agents_and_copies);
    const AgentView view = state.buffer.view();
    std::vector<Stream> streams;
    for (const Stream stream : view.bound()) streams.push_back(stream);
    AgentBuffer collected(streams);
    collected.look_elsewhere();
    collected.spawn(state.agents_and_copies.size());
    state.whole_agent.use(collected.view());
    const std::uint64_t first = first_slots[static_cast<std::size_t>(state.communicator.rank())];
    for (std::size_t i = 0; i < state.agents_and_copies.size(); ++i) {
        const std::byte* const item = state.agents_and_copies.item(i);
        state.whole_agent.unpack(item, AgentBytes::slot_of(item) - first);
    }
    state.take_arrays();
    state.agents_and_copies.release();
    return collected;
}

}  // namespace wend::mpi
