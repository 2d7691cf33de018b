"""Every DRAM timing constraint in a pair: a command one tick early is refused, on time it is granted."""

import pytest
from npusim.simulator.dram.device import DramDevice, load_device
from npusim.simulator.engine import DramCommandChecker
from npusim.simulator.errors import EngineError

DDR4, HBM2, HBM3, LPDDR5 = (load_device(name) for name in ("DDR4_2400R", "HBM2_2000", "HBM3_6400", "LPDDR5_6400"))

# Banks by what they share with bank 0 in these devices (four banks a group, sixteen a rank).
SAME, GROUP, RANK, OTHER = 0, 1, 4, 16
START = 1000

Step = tuple[str, int]
Case = tuple[DramDevice, list[Step], Step, int]


def wait(device: DramDevice, clocks: float) -> int:
    return round(clocks * device.ticks_per_clock)


def prepared(device: DramDevice, first: list[Step], second: Step) -> tuple[DramCommandChecker, int]:
    """A channel after the commands of `first`; rows that the last two commands need were opened long ago."""
    checker = DramCommandChecker(device.engine_numbers())
    column = ("read", "write", "read_precharge", "write_precharge")
    opened = [bank for command, bank in [first[-1], second] if command in column and ("activate", bank) not in first]
    tick = 100
    for bank in dict.fromkeys(opened):
        checker.issue("activate", bank, tick, row=1)
        tick += 100
    tick = START
    for command, bank in first:
        tick = max(tick, checker.earliest(command, bank))
        checker.issue(command, bank, tick, row=1)
        last = tick
    return checker, last


def adjusted(device: DramDevice, gap: float, first: str, second: str) -> int:
    """A gap of the standard, from end to end of commands, as ticks from start to start."""

    def length(command: str) -> int:
        clocks = (
            device.activate_clocks
            if command == "activate"
            else device.column_command_clocks
            if command.startswith(("read", "write"))
            else device.row_command_clocks
        )
        return wait(device, clocks)

    return wait(device, gap) + length(first) - length(second)


def cases() -> dict[str, Case]:
    table: dict[str, Case] = {}
    for d in (DDR4, HBM2, HBM3, LPDDR5):
        recovery = d.tCWL + d.burst_clocks + d.tWR
        rows: list[tuple[str, list[Step], Step, float]] = [
            ("tRCD read", [("activate", SAME)], ("read", SAME), d.tRCDRD),
            ("tRCD write", [("activate", SAME)], ("write", SAME), d.tRCDWR),
            ("tRAS", [("activate", SAME)], ("precharge", SAME), d.tRAS),
            ("tRAS all", [("activate", SAME)], ("precharge_all", SAME), d.tRAS),
            ("tRRD_S", [("activate", SAME)], ("activate", RANK), d.tRRD_S),
            ("tRRD_L", [("activate", SAME)], ("activate", GROUP), d.tRRD_L),
            ("tRP", [("precharge", SAME)], ("activate", SAME), d.tRP),
            ("tRP all", [("precharge_all", SAME)], ("activate", SAME), d.tRPab or d.tRP),
            ("tRP refresh", [("precharge", SAME)], ("refresh_all", SAME), d.tRP),
            ("tCCD_S read", [("read", SAME)], ("read", RANK), d.tCCD_S),
            ("tCCD_L read", [("read", SAME)], ("read", GROUP), d.tCCD_L),
            ("tCCD_S write", [("write", SAME)], ("write", RANK), d.tCCD_S),
            ("tCCD_L write", [("write", SAME)], ("write", GROUP), d.tCCD_L),
            ("tRTP", [("read", SAME)], ("precharge", SAME), d.tRTP),
            ("tWR", [("write", SAME)], ("precharge", SAME), recovery),
            ("tWR all", [("write", SAME)], ("precharge_all", SAME), recovery),
            ("tWTR_S", [("write", SAME)], ("read", RANK), d.tCWL + d.burst_clocks + d.tWTR_S),
            ("tWTR_L", [("write", SAME)], ("read", GROUP), d.tCWL + d.burst_clocks + d.tWTR_L),
            ("tCL to tCWL", [("read", SAME)], ("write", RANK), d.tCL + d.burst_clocks + d.bus_turn_clocks - d.tCWL),
            ("tRTP and tRP", [("read_precharge", SAME)], ("activate", SAME), d.tRTP + d.tRP),
            ("tWR and tRP", [("write_precharge", SAME)], ("activate", SAME), recovery + d.tRP),
            ("auto to refresh", [("write_precharge", SAME)], ("refresh_all", SAME), recovery + d.tRP),
            ("tRFC", [("refresh_all", SAME)], ("activate", SAME), d.tRFC),
        ]
        if d.tPPD > d.row_command_clocks:
            rows.append(("tPPD", [("precharge", SAME)], ("precharge", RANK), d.tPPD))
        if d.tRFCpb:
            rows += [
                ("tRFC bank", [("refresh_bank", SAME)], ("activate", SAME), d.tRFCpb),
                ("tRREFD", [("refresh_bank", SAME)], ("activate", RANK), d.tRREFD),
                ("tRRD refresh", [("activate", SAME)], ("refresh_bank", RANK), d.tRRD_S),
            ]
        for name, first, second, gap in rows:
            table[f"{d.name} {name}"] = (d, first, second, adjusted(d, gap, first[-1][0], second[0]))
    return table


CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_a_command_is_refused_one_tick_early_and_granted_on_time(name: str) -> None:
    device, first, second, gap = CASES[name]
    checker, last = prepared(device, first, second)
    with pytest.raises(EngineError, match=f"too early; the timings allow it from tick {last + gap}$"):
        checker.issue(*second, last + gap - 1)
    checker.issue(*second, last + gap)


@pytest.mark.parametrize("device", [DDR4, HBM2, HBM3, LPDDR5], ids=lambda d: d.name)
def test_a_row_cycle_is_kept_when_the_row_is_closed_early(device: DramDevice) -> None:
    """tRC, behind a read that precharges by itself as early as it can."""
    checker = DramCommandChecker(device.engine_numbers())
    checker.issue("activate", 0, START)
    checker.issue("read_precharge", 0, checker.earliest("read", 0))
    on_time = START + wait(device, device.tRC)
    assert on_time > START + wait(device, device.tRCDRD + device.tRTP + device.tRP)
    with pytest.raises(EngineError, match="too early"):
        checker.issue("activate", 0, on_time - 1)
    checker.issue("activate", 0, on_time)


@pytest.mark.parametrize("device", [DDR4, HBM2, HBM3], ids=lambda d: d.name)
def test_a_refresh_waits_for_the_row_cycle(device: DramDevice) -> None:
    checker = DramCommandChecker(device.engine_numbers())
    checker.issue("activate", 0, START)
    checker.issue("precharge", 0, checker.earliest("precharge", 0))
    on_time = START + adjusted(device, device.tRC, "activate", "refresh_all")
    with pytest.raises(EngineError, match="too early"):
        checker.issue("refresh_all", 0, on_time - 1)
    checker.issue("refresh_all", 0, on_time)


@pytest.mark.parametrize("device", [DDR4, HBM2], ids=lambda d: d.name)
def test_the_fifth_activate_waits_for_the_window_of_four(device: DramDevice) -> None:
    checker = DramCommandChecker(device.engine_numbers())
    checker.issue("activate", 0, START)
    for bank in (4, 8, 12):
        checker.issue("activate", bank, checker.earliest("activate", bank))
    on_time = START + max(wait(device, device.tFAW), 4 * wait(device, device.tRRD_S))
    with pytest.raises(EngineError, match="too early"):
        checker.issue("activate", 1, on_time - 1)
    checker.issue("activate", 1, on_time)


def test_the_window_of_four_binds_beyond_the_gaps_between_activates() -> None:
    assert DDR4.tFAW > 4 * DDR4.tRRD_S


@pytest.mark.parametrize("device", [HBM2, HBM3], ids=lambda d: d.name)
def test_an_activate_holds_the_row_bus_for_its_length(device: DramDevice) -> None:
    checker = DramCommandChecker(device.engine_numbers())
    checker.issue("activate", SAME, START)
    on_time = START + wait(device, device.activate_clocks)
    with pytest.raises(EngineError, match="too early"):
        checker.issue("activate", OTHER, on_time - 1)
    checker.issue("activate", OTHER, on_time)


@pytest.mark.parametrize("device", [HBM2, HBM3], ids=lambda d: d.name)
def test_pseudo_channels_share_only_the_command_bus(device: DramDevice) -> None:
    checker, last = prepared(device, [("read", SAME)], ("read", OTHER))
    on_time = last + wait(device, device.column_command_clocks)
    with pytest.raises(EngineError, match="too early"):
        checker.issue("read", OTHER, on_time - 1)
    checker.issue("read", OTHER, on_time)


def test_row_and_column_commands_of_hbm_go_out_in_one_tick() -> None:
    checker, last = prepared(HBM2, [("read", SAME)], ("read", OTHER))
    checker.issue("activate", RANK, last)


def test_ddr_sends_one_command_per_clock() -> None:
    checker, last = prepared(DDR4, [("read", SAME)], ("read", RANK))
    with pytest.raises(EngineError, match="too early"):
        checker.issue("activate", GROUP, last)
    checker.issue("activate", GROUP, last + 1)


@pytest.mark.parametrize("command", ["read", "write", "read_precharge", "write_precharge"])
def test_a_closed_bank_takes_no_column_command(command: str) -> None:
    with pytest.raises(EngineError, match="the state of the bank does not allow it"):
        DramCommandChecker(DDR4.engine_numbers()).issue(command, 0, START)


@pytest.mark.parametrize("command", ["activate", "refresh_all", "refresh_bank"])
def test_an_open_bank_takes_no_activate_and_no_refresh(command: str) -> None:
    checker = DramCommandChecker(HBM2.engine_numbers())
    checker.issue("activate", 0, START)
    with pytest.raises(EngineError, match="the state of the bank does not allow it"):
        checker.issue(command, 0, 10 * START)


def test_unknown_commands_and_banks_are_named() -> None:
    checker = DramCommandChecker(DDR4.engine_numbers())
    with pytest.raises(EngineError, match="no DRAM command 'open'; there are: activate"):
        checker.issue("open", 0, 1)
    with pytest.raises(EngineError, match="has banks 0 to 15, not 16"):
        checker.issue("activate", 16, 1)
