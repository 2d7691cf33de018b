"""A DRAM controller that looks at every request in every tick: slow, and plain enough to be compared with by eye.

It follows the description of Ramulator 2.1's controllers (one command bus as for DDR4, two as for HBM), takes the
timings from `DramCommandChecker`, and shares no scheduling code with the engine.
"""

from dataclasses import dataclass
from functools import cache

from npusim.simulator.dram.device import DramDevice
from npusim.simulator.engine import DramCommandChecker, dram_locate

CLOSED = -1


@dataclass(eq=False)
class Request:
    """A queued request; `arrival` is the tick at which it was taken."""

    address: int
    write: bool
    bank: int
    row: int
    arrival: int


class PlainController:
    """One channel with an open page policy.

    Args:
        device: the DRAM device.
        refresh: `all_bank`, `per_bank` or `none`.
        queue: capacity of the read queue, and of the write queue.
    """

    def __init__(self, device: DramDevice, *, refresh: str = "all_bank", queue: int = 32) -> None:
        self.device, self.refresh_kind, self.capacity = device, refresh, queue
        self.timings = DramCommandChecker(device.engine_numbers())
        self.banks_per_rank = device.bank_groups * device.banks_per_group
        self.banks = device.ranks * self.banks_per_rank
        self.open_row = [CLOSED] * self.banks
        self.reads: list[Request] = []
        self.writes: list[Request] = []
        self.active: list[Request] = []  # in the order of their activates
        self.refreshes: list[tuple[str, int]] = []
        interval = device.tREFI if refresh == "all_bank" else device.tREFIpb
        self.refresh_interval = round(interval * device.ticks_per_clock) if refresh != "none" else 0
        self.next_refresh = self.refresh_interval
        self.next_refresh_bank = 0
        self.writing = False
        self.now = 0
        self.answers: list[tuple[Request, int]] = []
        self.forwarded = 0
        self.activates = 0

    @property
    def idle(self) -> bool:
        return not (self.reads or self.writes or self.active)

    def send(self, request: Request) -> bool:
        """Takes a request before the next tick, or refuses it."""
        if any(waiting.address == request.address for waiting in self.writes):
            self.forwarded += not request.write
            return True
        queue = self.writes if request.write else self.reads
        if len(queue) >= self.capacity:
            return False
        queue.append(request)
        return True

    def tick(self) -> None:
        self.now += 1
        self.add_refreshes()
        self.earliest = cache(self.timings.earliest)
        if not self.device.split_command_bus:
            self.use_bus(("read", "write", "activate", "precharge"), active=True, refreshes=True)
            return
        self.use_bus(("read", "write"), active=True, refreshes=False)
        self.earliest = cache(self.timings.earliest)
        self.use_bus(("activate", "precharge"), active=False, refreshes=True)

    def use_bus(self, commands: tuple[str, ...], *, active: bool, refreshes: bool) -> None:
        if active and self.send_active():
            return
        if self.refreshes and refreshes and self.send_refresh():
            return
        waiting = set(self.banks_of(self.refreshes[0])) if self.refreshes else set()
        if len(waiting) > 1:
            return  # a refresh of all banks stops the channel
        self.choose_mode()
        queue = self.writes if self.writing else self.reads
        keep_open = {request.bank for request in self.active}
        for request in queue:
            command = self.next_command(request)
            if command not in commands or request.bank in waiting:
                continue
            if command == "precharge" and request.bank in keep_open:
                continue
            if self.earliest(command, request.bank) <= self.now:
                self.issue(command, request, queue)
                return

    def send_active(self) -> bool:
        ready = [r for r in self.active if self.earliest(self.next_command(r), r.bank) <= self.now]
        if not ready:
            return False
        oldest = min(ready, key=lambda request: request.arrival)  # of equal ones the first
        self.issue(self.next_command(oldest), oldest, self.active)
        return True

    def banks_of(self, refresh: tuple[str, int]) -> range:
        command, first = refresh
        return range(first, first + self.banks_per_rank) if command == "refresh_all" else range(first, first + 1)

    def send_refresh(self) -> bool:
        """Sends the next command for the first refresh that is due, if the timings allow it."""
        command, first = self.refreshes[0]
        banks = self.banks_of(self.refreshes[0])
        is_open = any(self.open_row[bank] != CLOSED for bank in banks)
        if is_open and any(request.bank in banks for request in self.active):
            return False
        if is_open:
            command = "precharge_all" if command == "refresh_all" else "precharge"
        if self.earliest(command, first) > self.now:
            return False
        self.timings.issue(command, first, self.now)
        if is_open:
            for bank in banks:
                self.open_row[bank] = CLOSED
        else:
            self.refreshes.pop(0)
        return True

    def add_refreshes(self) -> None:
        if not self.refresh_interval or self.now != self.next_refresh:
            return
        self.next_refresh += self.refresh_interval
        if self.refresh_kind == "per_bank":
            self.refreshes.append(("refresh_bank", self.next_refresh_bank))
            self.next_refresh_bank = (self.next_refresh_bank + 1) % self.banks
        else:
            self.refreshes += [("refresh_all", rank * self.banks_per_rank) for rank in range(self.device.ranks)]

    def choose_mode(self) -> None:
        if not self.writing:
            self.writing = len(self.writes) > 0.8 * self.capacity or not self.reads
        elif len(self.writes) < 0.2 * self.capacity and self.reads:
            self.writing = False

    def next_command(self, request: Request) -> str:
        row = self.open_row[request.bank]
        if row == CLOSED:
            return "activate"
        if row != request.row:
            return "precharge"
        return "write" if request.write else "read"

    def issue(self, command: str, request: Request, queue: list[Request]) -> None:
        self.timings.issue(command, request.bank, self.now, row=request.row)
        if command == "precharge":
            self.open_row[request.bank] = CLOSED
            return
        queue.remove(request)
        if command == "activate":
            self.open_row[request.bank] = request.row
            self.active.append(request)
            self.activates += 1
            return
        latency = self.device.tCWL if request.write else self.device.tCL
        answer = self.now + round((latency + self.device.burst_clocks) * self.device.ticks_per_clock)
        self.answers.append((request, answer))


@dataclass(frozen=True)
class PlainResult:
    """Ticks and counts of a replay; latencies count from the first tick at which a command could be sent."""

    last_answer: int
    read_latency_sum: int
    reads: int
    activates: int


def plain_replay(
    device: DramDevice,
    addresses: list[int],
    writes: list[bool],
    *,
    channels: int = 1,
    injection: int = 1,
    mapping: str = "RoBaRaCoCh",
    refresh: str = "all_bank",
    queue: int = 32,
) -> PlainResult:
    """Replays a trace with the injection protocol of `npusim.simulator.dram.replay.replay`."""
    controllers = [PlainController(device, refresh=refresh, queue=queue) for _ in range(channels)]
    numbers, policy = device.engine_numbers(), {"mapping": mapping}
    next_request, now = 0, 0
    while next_request < len(addresses) or not all(controller.idle for controller in controllers):
        for _ in range(injection):
            if next_request == len(addresses):
                break
            address = addresses[next_request]
            channel, bank, row, _ = dram_locate(numbers, policy, channels, address)
            if not controllers[channel].send(Request(address, writes[next_request], bank, row, now)):
                break
            next_request += 1
        now += 1
        for controller in controllers:
            controller.tick()
    answers = [answer for controller in controllers for answer in controller.answers]
    latencies = [done - request.arrival - 1 for request, done in answers if not request.write]
    return PlainResult(
        last_answer=max(done for _, done in answers),
        read_latency_sum=sum(latencies) + sum(controller.forwarded for controller in controllers),
        reads=len(latencies),
        activates=sum(controller.activates for controller in controllers),
    )
