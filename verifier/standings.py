#!/usr/bin/env python3
"""Work out a league's standings, or a series' sums, anew from its log: `python3 standings.py league.json game.json`.

It needs Python 3.11 and `verify.py` beside it, with which it checks the chain, the lots and whatever records of games
are given, and follows docs/leagues.md (the rules are named where they are). What a game's rules make of its moves is
for `nightledger audit`.
"""

import argparse
import hmac
import json
import sys
from collections import namedtuple
from fractions import Fraction
from pathlib import Path

import verify
from verify import Fault, canonical, check_chain, demand, joined, raw, read_json

NOTHING = argparse.Namespace(receipt=[], journal=[], deal=[], seen=[], key=[])
DOCUMENT = dict(format=verify.TEXT, id=verify.TEXT, events=verify.LIST, head=verify.TEXT)
VOLUNTARY, ASKED_FOR = ("absent", "forfeit"), ("absent",)
HALF = Fraction(1, 2)

Entry = namedtuple("Entry", "round points cause against place shared tally best", defaults=(None, False, None, None))
Entry.__doc__ = (
    """A round of an entrant: `cause` is `game`, or why there was none; `against` maps opponents to scores."""
)

Line = namedtuple("Line", "rank entrant points values")


class Stage:
    """A division's stage as its events tell it; `season` is the plan of its season, `scale` its points by place."""

    def __init__(self, name, number, season, commitment):
        self.id, self.number, self.season, self.commitment = name, number, season, commitment
        self.plan, self.scale = season["stages"][number - 1], [Fraction(points) for points in season["points"]]
        self.entrants, self.entropy, self.start, self.rounds, self.tables = [], [], {}, [], {}
        self.games = {}
        self.left, self.annulled, self.lots, self.draws, self.seed = {}, set(), {}, [], None
        self.is_open = True

    def is_annulled(self, table):
        return not self.annulled.isdisjoint(table["seats"])


class League:
    """A league, folded event by event; `differences` are found on the way."""

    def __init__(self, document):
        opened = document["events"][0]["data"]
        self.plan, self.lowest, self.procedure = opened["plan"], opened["lowest_wins"], opened["procedure"]
        self.commitments, self.stages, self.season, self.tables, self.differences = {}, {}, [], {}, []
        for event in document["events"]:
            self.fold(event, event["type"], event["data"])

    def fold(self, event, kind, data):
        stage = self.stages.get(data.get("stage"))
        if kind == "SeasonOpened":
            self.commitments |= data["commitments"]
            self.plan = data.get("plan", self.plan)
        elif kind == "SeasonStarted":
            self.season = [*data["stages"]]
            for name, (_, number) in data["stages"].items():
                self.stages[name] = Stage(name, number, self.plan, self.commitments[name])
        elif kind == "EntrantWithdrew":
            for name, last in data["last_rounds"].items():
                self.stages[name].left[data["entrant"]] = last
            for name in data.get("annulled", ()):
                self.stages[name].annulled.add(data["entrant"])
        elif kind == "SubstituteSeated":
            for name in self.season:
                self.stages[name].left.pop(data["entrant"], None)
        elif stage is not None:
            stage.draws += event["draws"]
            self.fold_stage(stage, event, kind, data)

    def fold_stage(self, stage, event, kind, data):
        if kind == "StageStarted":
            stage.entrants, stage.entropy = [*data["entrants"]], data["entropy"]
            stage.start = {entrant: Fraction(points) for entrant, points in data["carried"].items()}
            self.check_carried(stage, f"event {event['version']}")
        elif kind == "EntrantEnteredLate":
            stage.entrants.append(data["entrant"])
        elif kind == "RoundPaired":
            self.pair(stage, data)
        elif kind in ("TableFinished", "TableForfeited", "TableVoided"):
            told = {key: data[key] for key in ("places", "won", "tally", "absent") if key in data}
            table = stage.tables[data["table"]]
            table["result"] = told | {"void": kind == "TableVoided"}
            self.end(stage, table, {"TableFinished": "over"}.get(kind, data.get("cause")))
        elif kind == "TableReplayed":
            stage.tables[data["table"]] |= dict(result=None, game=data["game"], game_id=data["game_id"])
            self.end(stage, data, None)
        elif kind == "ResultCorrected":
            stage.tables[data["table"]]["result"] = data["result"]
        elif kind == "PointsAdjusted":
            stage.start[data["entrant"]] = stage.start.get(data["entrant"], 0) + Fraction(data["points"])
        elif kind in ("StageClosed", "StandingsCorrected"):
            self.close(stage, event, data)

    def pair(self, stage, data):
        """A round; another attempt takes the place of the one before."""
        if data["attempt"] > 1 and stage.rounds and stage.rounds[-1][0] == data["round"]:
            for table in stage.rounds.pop()[1]:
                del stage.tables[table["number"]]
        tables = [table | dict(round=data["round"], result=None) for table in data["tables"]]
        stage.tables |= {table["number"]: table for table in tables}
        stage.rounds.append((data["round"], tables, data["byes"]))
        for table in tables:
            self.end(stage, table, None)

    def end(self, stage, table, cause):
        """How the game at a table must have ended: as it told it itself, whatever was decided of its result since; None
        where it does not say, as after a forfeit, or when the round was due."""
        told = None if table.get("series") or cause == "due" else cause
        stage.games[table["game_id"]] = table["game"], told

    def close(self, stage, event, data):
        """Freeze the standings, and say where they are not what the results make of them."""
        where = f"event {event['version']}"
        if event["type"] == "StageClosed":
            stage.is_open, stage.seed = False, raw(data["seed"])
            self.check_chance(stage, where)
            stage.lots = {entrant: place for place, entrant in enumerate(event["draws"][-1]["result"], 1)}
        made, told = self.standings(stage), {line["entrant"]: line for line in data["standings"]}
        for line in made:
            frozen = told.pop(line.entrant, None)
            if frozen is None:
                self.differences.append(f"{where}: {stage.id}: {line.entrant} is not in the standings")
                continue
            values = {value["name"]: value["value"] for value in frozen["values"]}
            known = {"rank": frozen["rank"], "points": frozen["points"], **values}
            own = {"rank": line.rank, "points": line.points, **line.values}
            for name in dict.fromkeys((*own, *known)):
                if own.get(name) != known.get(name):
                    said = f"{name} is {own.get(name)}, and {known.get(name)} stands there"
                    self.differences.append(f"{where}: {stage.id}: {line.entrant}: {said}")
        self.differences += [f"{where}: {stage.id}: {entrant} did not play there" for entrant in told]

    def check_chance(self, stage, where):
        """LG-CH-1, LG-CH-3: the seed is the one committed to, and each lot of the stage is made anew from it."""
        committed = verify.sha256(joined("nightledger/seed/1", stage.id, stage.seed)) == stage.commitment
        demand(committed, where, f"the seed of {stage.id} was not committed to")
        key = hmac.digest(stage.seed, canonical([self.procedure, stage.id, stage.entropy]), "sha256")
        for number, draw in enumerate(stage.draws):
            fits = draw["n"] == number and verify.outcome(key, number, draw) == draw["result"]
            demand(fits, where, f"draw {number} of {stage.id} ({draw['name']}) does not come from the seed")

    def check_carried(self, stage, where):
        """LG-STG-3: the points of the stage before are those that it was left with."""
        before = self.stages.get(f"{stage.id.rpartition('/')[0]}/{stage.number - 1}")
        own = Contest(self, before).points if before and stage.plan.get("carry") else {}
        for entrant in stage.entrants:
            points, told = own.get(entrant, 0), stage.start.get(entrant, 0)
            if points != told:
                said = f"{shown(points)} points are carried, and {shown(told)} stand there"
                self.differences.append(f"{where}: {stage.id}: {entrant}: {said}")

    # Points (chapters 5 and 6)

    def mean(self, stage):
        seats = stage.plan.get("seats") or stage.season["seats"]
        return sum(stage.scale[:seats], Fraction(0)) / seats

    def bye(self, stage):
        """LG-RES-2: what a round without a game brings."""
        if stage.season.get("bye") is not None:
            return Fraction(stage.season["bye"])
        return stage.scale[0] if (stage.plan.get("seats") or stage.season["seats"]) == 2 else self.mean(stage)

    def shared(self, stage, places):
        """LG-PTS-1, LG-PTS-2: by place; who share one share its points and those of the places that they fill."""
        points, filled = {}, 0
        for place in sorted({*places.values()}):
            sharing = [entrant for entrant, own in places.items() if own == place]
            told = sum(stage.scale[filled : filled + len(sharing)], Fraction(0)) / len(sharing)
            points |= dict.fromkeys(sharing, told)
            filled += len(sharing)
        return points

    def points_of(self, stage, table, result):
        nothing, absent, places = dict.fromkeys(table["seats"], Fraction(0)), result.get("absent", ()), result["places"]
        present = [entrant for entrant in table["seats"] if entrant not in absent]
        if result["void"]:
            return nothing
        if result.get("won") is not None and not places:
            return nothing | dict.fromkeys(present, stage.scale[0] if result["won"] else Fraction(0))
        if not places:
            return nothing | self.shared(stage, dict.fromkeys(present, 1))
        unranked = [entrant for entrant in present if entrant not in places]
        return nothing | self.shared(stage, places) | dict.fromkeys(unranked, self.bye(stage))

    def entries(self, stage):
        """Round by round what each entrant has behind it."""
        found = {entrant: [] for entrant in stage.entrants}
        bye = Fraction(0) if stage.plan["kind"] == "knock-out" else self.bye(stage)
        for number, tables, byes in stage.rounds:
            seated = {entrant for table in tables for entrant in table["seats"]}
            for table in tables:
                if stage.tables[table["number"]]["result"] is not None and not stage.is_annulled(table):
                    self.enter(stage, stage.tables[table["number"]], found)
            for entrant in stage.entrants:
                if entrant in byes:
                    found[entrant].append(Entry(number, bye, "bye", {}))
                elif entrant not in seated and stage.plan["kind"] == "swiss":
                    found[entrant].append(Entry(number, Fraction(0), "absent", {}))
        return found

    def enter(self, stage, table, found):
        result = dict(places={}, absent=(), void=False) | table["result"]
        places, tally, absent = result["places"] or {}, result.get("tally") or {}, result["absent"]
        points, playing = self.points_of(stage, table, result), met(table, result)
        tallies = [tally[entrant] for entrant in playing if entrant in tally]
        best = (min if self.lowest else max)(tallies) if tallies else None
        for entrant in table["seats"]:
            others, own = [one for one in playing if one != entrant], places.get(entrant)
            if entrant in playing:
                scores = {other: score(own, places.get(other)) for other in others}
                place = own and 1 + sum(won == 0 for won in scores.values())
                shared = any(places.get(other) == own for other in others)
                entry = Entry(table["round"], points[entrant], "game", scores, place, shared, tally.get(entrant), best)
            else:
                cause = "void" if result["void"] else "forfeit" if entrant in absent else "walkover"
                against = () if result["void"] else (other for other in table["seats"] if other != entrant)
                entry = Entry(table["round"], points[entrant], cause, dict.fromkeys(against, HALF))
            found[entrant].append(entry)

    # Standings (chapter 7)

    def standings(self, stage):
        """Points, then the tie-breaks one after the other, each in the groups that the ones before left."""
        contest = Contest(self, stage)
        levels = [("rounds", survived(stage).get)] if stage.plan["kind"] == "knock-out" else []
        levels.append(("points", contest.points.get))
        levels += [(name, TIEBREAKS[name](contest)) for name in stage.season["tiebreaks"]]
        groups, values = [[*stage.entrants]], {entrant: {} for entrant in stage.entrants}
        for name, value in levels:
            groups = [part for group in groups for part in self.separated(name, value, group, values)]
        lines, rank = [], 1
        for group in groups:
            for entrant in group:
                told = {name: shown(value) for name, value in values[entrant].items() if name != "points"}
                lines.append(Line(rank, entrant, shown(contest.points[entrant]), told))
            rank += len(group)
        return lines

    def separated(self, name, value, group, values):
        found = {entrant: value(entrant, group) if name in IN_GROUPS else value(entrant) for entrant in group}
        for entrant, one in found.items():
            values[entrant][name] = one
        if len(group) < 2 or None in found.values():
            return [group]
        lowest = name == "lots" or (name == "tally" and self.lowest)
        return [
            [one for one in group if found[one] == level] for level in sorted({*found.values()}, reverse=not lowest)
        ]


def met(table, result):
    """Those who played; nobody met where the game is void, or was not played by two."""
    if result["void"] or (result["absent"] and not result["places"]):
        return []
    playing = [entrant for entrant in table["seats"] if entrant not in result["absent"]]
    return playing if len(playing) > 1 else []


def score(own, other):
    """1 against whom one came before, 0 against whom behind; half where they are level, or one has no place."""
    if own is None or other is None or own == other:
        return HALF
    return Fraction(int(own < other))


def shown(value):
    whole = value is None or (Fraction(value).denominator == 1 and abs(value) < 2**53)
    return value if value is None else int(value) if whole else str(value)


def survived(stage):
    """LG-KO-4: how many rounds each went on from; who was paired in the next one did."""
    found = dict.fromkeys(stage.entrants, 0)
    for at, played in enumerate(stage.rounds):
        later = stage.rounds[at + 1] if at + 1 < len(stage.rounds) else None
        for entrant in going_on(stage, *played) if later is None else paired(later):
            found[entrant] += 1
    return found


def paired(played):
    return [*played[2], *(entrant for table in played[1] for entrant in table["seats"])]


def going_on(stage, number, tables, byes):
    through = 1 if len(tables) == 1 and not byes else stage.plan.get("through", 1)
    found = [*byes]
    for table in (stage.tables[table["number"]] for table in tables):
        if table["result"] is not None:
            result = dict(places={}, absent=(), void=False) | table["result"]
            level = {} if not met(table, result) else result["places"]
            here = [entrant for entrant in table["seats"] if entrant not in result["absent"]]
            found += sorted(here, key=lambda one: (level.get(one, 1), stage.entrants.index(one)))[:through]
    return [entrant for entrant in found if stage.left.get(entrant, number + 1) > number]


class Contest:
    """The entries of a stage as tie-breaks see them."""

    def __init__(self, league, stage):
        self.entries, self.lots, self.lowest, self.win = (
            league.entries(stage),
            stage.lots,
            league.lowest,
            stage.scale[0],
        )
        self.start = {entrant: stage.start.get(entrant, Fraction(0)) for entrant in stage.entrants}
        self.points = {
            entrant: self.start[entrant] + sum(one.points for one in own) for entrant, own in self.entries.items()
        }
        self.draw, self.rounds = league.mean(stage), planned(stage)
        self.for_opponents = {entrant: self.counted(entrant) for entrant in self.entries}

    def counted(self, entrant):
        """16.3: rounds missed after the last one that one was there for count as drawn."""
        own = self.entries[entrant]
        back = max((one.round for one in own if one.cause not in VOLUNTARY), default=0)
        gone = [one for one in own if one.cause in ASKED_FOR and one.round > back]
        return self.points[entrant] + sum(self.draw - one.points for one in gone)

    def games(self, entrant):
        return [one for one in self.entries[entrant] if one.cause == "game"]

    def opposition(self, entrant, points, dummy):
        """`(entry, strength, strength as far as it was beaten)` of each round."""
        for one in self.entries[entrant]:
            if one.cause == "game":
                strengths = [(points[other], won) for other, won in one.against.items()]
                yield one, mean(value for value, _ in strengths), mean(value * won for value, won in strengths)
            else:
                yield one, dummy(entrant, one), dummy(entrant, one) * self.proportion(one)

    def proportion(self, one):
        """LG-TIE-8: of what a round without a game brought to a win; nothing where a win brings none."""
        return min(one.points / self.win, 1) if self.win else Fraction(0)

    def of_2024(self, entrant):
        return [*self.opposition(entrant, self.points, lambda own, one: self.points[own])]

    def of_2026(self, entrant):
        """16.4: a dummy has one's own points, but no more than whom one was to meet, or draws in all rounds, bring."""
        return [*self.opposition(entrant, self.for_opponents, self.limited)]

    def limited(self, entrant, one):
        most = self.start[entrant] + self.draw * self.rounds
        return min(
            self.points[entrant], mean(self.for_opponents[other] for other in one.against) if one.against else most
        )

    def share(self, one):
        """LG-TIE-3."""
        if one.tally is None or one.best is None:
            return Fraction(0)
        if self.lowest:
            return Fraction(one.best + 1, one.tally + 1)
        return Fraction(one.tally, one.best) if one.best > 0 else Fraction(int(one.tally == one.best))

    def head_to_head(self, entrant, group):
        """LG-TIE-5: only if every two of the group have met."""
        met_all = all(
            {*group} <= {one, *(other for game in self.games(one) for other in game.against)} for one in group
        )
        if len(group) < 2 or not met_all:
            return None
        return sum(
            (won for game in self.games(entrant) for other, won in game.against.items() if other in group), Fraction(0)
        )


def planned(stage):
    """How many rounds the stage is to have; of a knock-out those that it has."""
    count = len(stage.entrants)
    return {
        "swiss": stage.plan["rounds"],
        "round-robin": (count - 1 + count % 2) * stage.plan.get("cycles", 1),
        "knock-out": len(stage.rounds),
    }.get(stage.plan["kind"], 1) or len(stage.rounds)


def mean(values):
    values = [*values]
    return sum(values, Fraction(0)) / len(values)


def cut(rounds):
    """Without the weakest round; 16.5: first of those that were not played by one's own doing."""
    left = [*rounds]
    if left:
        left.remove(min(left, key=lambda part: part[1]))
    return left


def cut_2026(rounds):
    own = [part for part in rounds if part[0].cause in VOLUNTARY] or rounds
    weakest = min(own, key=lambda part: part[1]) if own else None
    return [part for part in rounds if part is not weakest]


def places(contest, place):
    return lambda entrant: sum(one.place == place and not one.shared for one in contest.games(entrant))


def summed(rounds, at):
    return sum((part[at] for part in rounds), Fraction(0))


TIEBREAKS = {
    "wins": lambda c: places(c, 1),
    "seconds": lambda c: places(c, 2),
    "share": lambda c: lambda own: sum(map(c.share, c.games(own)), Fraction(0)),
    "tally": lambda c: lambda own: sum(one.tally or 0 for one in c.games(own)),
    "head-to-head": lambda c: c.head_to_head,
    "buchholz": lambda c: lambda own: summed(c.of_2024(own), 1),
    "buchholz-cut-1": lambda c: lambda own: summed(cut(c.of_2024(own)), 1),
    "sonneborn-berger": lambda c: lambda own: summed(c.of_2024(own), 2),
    "lots": lambda c: c.lots.get,
    "buchholz-2026": lambda c: lambda own: summed(c.of_2026(own), 1),
    "buchholz-cut-1-2026": lambda c: lambda own: summed(cut_2026(c.of_2026(own)), 1),
    "sonneborn-berger-2026": lambda c: lambda own: summed(c.of_2026(own), 2),
}
"""The tie-breaks that a plan may name: of a contest, the value of an entrant (of one in a group for `IN_GROUPS`)."""

IN_GROUPS = ("head-to-head",)


def tables(league):
    """What is printed: of each stage its lines, with byes and forfeits beside the values."""
    for stage in league.stages.values():
        entries = league.entries(stage)
        lines = []
        for line in league.standings(stage):
            causes = [one.cause for one in entries[line.entrant]]
            counts = {"byes": causes.count("bye"), "forfeits": causes.count("forfeit")}
            lines.append({"rank": line.rank, "entrant": line.entrant, "points": line.points, **counts, **line.values})
        yield {"stage": stage.id, "closed": not stage.is_open, "lines": lines}


def games_of(document, league):
    """Game id -> the seed that it must have, or None as long as that is not told; and how it must have ended."""
    if league is None:
        seed = document["events"][-1]["data"].get("seed")
        tallied = {
            event["data"]["number"]: event["data"]["cause"]
            for event in document["events"]
            if event["type"] == "GameTallied"
        }
        opened = [event["data"] for event in document["events"] if event["type"] == "GameOpenedInSeries"]
        return {
            one["game_id"]: (derived(seed and raw(seed), one["number"]), tallied.get(one["number"])) for one in opened
        }
    return {
        game: (derived(stage.seed, number), cause)
        for stage in league.stages.values()
        for game, (number, cause) in stage.games.items()
    }


def derived(seed, number):
    """LG-CH-4."""
    return hmac.digest(seed, joined("game", number), "sha256").hex() if seed else None


def check_game(path, games):
    """A record of a game of it: whole in itself, from the seed of its stage or series, and ended as it is told."""
    [record] = verify.records_of(path)
    verdict, _, _ = verify.examine(record, NOTHING)
    demand(record["id"] in games, path, "it is no game of this league or series")
    seed, cause = games[record["id"]]
    end = record["events"][-1]["data"]
    own = end.get("seed")
    demand(None in (seed, own) or own == seed, path, "its seed is not that of its stage or series")
    demand(cause is None or end.get("cause") == cause, path, f"it ended otherwise than as {cause!r}")
    return verdict


def check_series(document):
    """The sums after each game, and the ranking in the end."""
    opened, differences = document["events"][0]["data"], []
    sums, last = dict.fromkeys(opened["seats"], 0), {}
    for event in document["events"]:
        where, data = f"event {event['version']}", event["data"]
        if event["type"] == "GameTallied":
            counts = data["cause"] == "over"
            sums = {seat: own + (data["tally"].get(seat, 0) if counts else 0) for seat, own in sums.items()}
            last = data["places"] if counts else last
            for seat in (seat for seat in sums if sums[seat] != data["sums"].get(seat)):
                differences.append(f"{where}: {seat}: sum is {sums[seat]}, and {data['sums'].get(seat)} stands there")
            sums = data["sums"]
        elif event["type"] == "SeriesClosed":
            seed = raw(data["seed"])
            committed = verify.sha256(joined("nightledger/seed/1", document["id"], seed)) == opened["commitment"]
            demand(committed, where, "the seed was not committed to")
            sign = 1 if opened["lowest_wins"] else -1
            ranking = sorted(sums, key=lambda seat: (sign * sums[seat], last.get(seat, len(sums))))
            if data["ranking"] is not None and data["ranking"] != ranking:
                differences.append(
                    f"{where}: ranking is {', '.join(ranking)}, and {', '.join(data['ranking'])} stands there"
                )
    return [
        {"stage": document["id"], "lines": [{"entrant": seat, "sum": own} for seat, own in sums.items()]}
    ], differences


def work_out(path):
    """The document of a league or series, the league, what is printed of it, and the differences."""
    document = read_json(path)
    kind = document.get("format") if type(document) is dict else None
    demand(
        kind in ("nightledger/league/1", "nightledger/series/1"),
        path,
        "it is no log of a league or series",
        "malformed",
    )
    verify.demand_form(document, path, DOCUMENT, dict(files=verify.MAP, texts=verify.MAP))
    check_chain(document["events"], document["head"])
    if kind == "nightledger/series/1":
        return document, None, *check_series(document)
    league = League(document)
    return document, league, [*tables(league)], league.differences


def main():
    parser = verify.Parser(
        description="Work out the standings of a league, or the sums of a series, anew from its log."
    )
    parser.add_argument("log", help="of a league or series, as it is exported")
    parser.add_argument("games", nargs="*", metavar="GAME", help="records of its games")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    try:
        document, league, found, differences = work_out(asked.log)
        games = games_of(document, league) if asked.games else {}
        verdicts = {Path(path).name: check_game(path, games) for path in asked.games}
    except Fault as fault:
        print(fault)
        return verify.VERDICTS[fault.word]
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as fault:
        print(f"{asked.log}: it does not fit together: {type(fault).__name__}: {fault}")
        return verify.VERDICTS["refused"]
    told = {"id": document["id"], "tables": found, "games": verdicts, "differences": differences}
    print(json.dumps(told, indent=1) if asked.json else text(told))
    return verify.VERDICTS["refused" if differences else "consistent"]


def text(told):
    lines = []
    for table in told["tables"]:
        lines.append(table["stage"])
        lines += ["  " + ", ".join(f"{name} {value}" for name, value in line.items()) for line in table["lines"]]
    lines += [f"{name}: {verdict}" for name, verdict in told["games"].items()]
    return "\n".join([*lines, *(told["differences"] or ["nothing differs"])])


if __name__ == "__main__":
    sys.exit(main())
