"""What the numbers of the rules made different, each in one question (`changes.py` says what was before).

A running game keeps the number that it began with, so rules ask these wherever they were another thing once.
"""

from __future__ import annotations

from domain.games.darkness.state import DarknessState


def medicine_fits_its_damage(state: DarknessState) -> bool:
    """Medicine and bandages count only where damage of their kind is healed (WD-GM-18)."""
    return state.rules >= 2


def sights_on_the_way_count(state: DarknessState) -> bool:
    """What is in sight on the way, by a flashlight, past a broken door or to a new character is shown (WD-GM-10)."""
    return state.rules >= 2


def skills_are_lost_with_a_master_too(state: DarknessState) -> bool:
    """Who ends below 0 VP loses a skill in games with a game master, too (WD-XP-2)."""
    return state.rules >= 2


def causes_are_told(state: DarknessState) -> bool:
    """Events tell what brought them about, a death whose doing it was."""
    return state.rules >= 3


def questions_tell_their_purpose(state: DarknessState) -> bool:
    """Questions say what they are about."""
    return state.rules >= 3


def the_end_tells_its_reasons(state: DarknessState) -> bool:
    """The end tells who could win and what decided it."""
    return state.rules >= 3


def idle_blows_are_untold(state: DarknessState) -> bool:
    """A blow that does nothing is no hit."""
    return state.rules >= 3


def numbers_are_bounded(state: DarknessState) -> bool:
    """Awards, the health of pieces, the turns of attempts and the length of ids have bounds.

    (WD-GM-5, WD-GM-24, WD-GM-25)
    """
    return state.rules >= 3


def ids_of_pieces_are_used_once(state: DarknessState) -> bool:
    """No piece has the id of one that was (WD-GM-24)."""
    return state.rules >= 3


def pieces_fight_each_other(state: DarknessState) -> bool:
    """A piece can attack another one in its space (WD-GM-4)."""
    return state.rules >= 3


def every_piece_walks(state: DarknessState) -> bool:
    """A piece without a printed S moves all the same (WD-GM-4)."""
    return state.rules >= 3


def attempts_go_on_by_their_words(state: DarknessState) -> bool:
    """Only the same words go on with an attempt (WD-GM-5)."""
    return state.rules >= 3


def security_comes_at_any_time(state: DarknessState) -> bool:
    """Security on the map is not sent again, and a fight with what was sent costs no action (WD-GM-7)."""
    return state.rules >= 3


def the_master_rules(state: DarknessState) -> bool:
    """The game master can rule beyond the other verbs, and send security unasked (WD-GM-7, WD-GM-25)."""
    return state.rules >= 3


def goods_have_free_names(state: DarknessState) -> bool:
    """Goods come under names that nothing else has, with their count (WD-GM-8)."""
    return state.rules >= 3


def records_keep_everything(state: DarknessState) -> bool:
    """A record keeps its items through board games, the count of each, and whether its character is dead.

    (WD-GM-8, WD-XP-3, WD-XP-5)
    """
    return state.rules >= 3


def saved_points_pay(state: DarknessState) -> bool:
    """Saved skill points pay for skills (WD-GM-20, WD-VP-6)."""
    return state.rules >= 3


def nothing_is_ridden_indoors(state: DarknessState) -> bool:
    """Vehicles are of no use inside of buildings (WD-GM-22)."""
    return state.rules >= 3


def wins_must_be_earned(state: DarknessState) -> bool:
    """A win by time alone or with nothing gained improves no attribute (WD-XP-1)."""
    return state.rules >= 3


def each_can_pays_once(state: DarknessState) -> bool:
    """A can of fuel is gathered but once (WD-SCEN-BUS-2)."""
    return state.rules >= 3


def free_retreats_take_nothing(state: DarknessState) -> bool:
    """A retreat without a check takes no arguments (WD-COMBAT-13)."""
    return state.rules >= 3


def tokens_are_kept_as_goods(state: DarknessState) -> bool:
    """A token that is kept stands in the record as the goods that it is of (WD-XP-5)."""
    return state.rules >= 4


def the_fallen_are_remembered(state: DarknessState) -> bool:
    """What was brought and died comes home dead, also where somebody new has taken its place (WD-XP-3)."""
    return state.rules >= 4


def newcomers_begin_anew(state: DarknessState) -> bool:
    """A new character goes on with nothing that the dead one was at, and keeps what it has itself (WD-GM-19)."""
    return state.rules >= 4


def what_is_needed_is_no_price(state: DarknessState) -> bool:
    """What the task or action under way needs cannot be paid with, and without it a task brings nothing."""
    return state.rules >= 4


def shown_pieces_stay_on_shown_tiles(state: DarknessState) -> bool:
    """A piece that is shown is set on no tile that is hidden (WD-GM-21)."""
    return state.rules >= 4


def unseen_pieces_walk_anywhere(state: DarknessState) -> bool:
    """A piece that nobody sees walks on hidden tiles too (WD-GM-4)."""
    return state.rules >= 4


def gifts_are_borne(state: DarknessState) -> bool:
    """Whoever is given too much by a ruling drops or strains, whatever becomes of the rest (WD-WT-2, WD-WT-4)."""
    return state.rules >= 4


def questions_follow_rulings(state: DarknessState) -> bool:
    """Whatever a ruling has made impossible is not asked any more, or asked as it is now (WD-GM-25)."""
    return state.rules >= 4


def security_outlives_whoever_it_kills(state: DarknessState) -> bool:
    """Security that has killed whoever fought it goes back where it came from (WD-DISK-SEC-5)."""
    return state.rules >= 4


def disks_are_counted_as_firearms(state: DarknessState) -> bool:
    """A firearm that a record has as a disk has its rounds counted (WD-GM-8)."""
    return state.rules >= 4


def thrown_weapons_lie_where_they_hit(state: DarknessState) -> bool:
    """A thrown weapon lies where its target was, also one that it has killed (WD-GM-9)."""
    return state.rules >= 4


def ammunition_is_fired(state: DarknessState) -> bool:
    """Ammunition in hand is fired from a firearm without rounds of its own (WD-GM-8)."""
    return state.rules >= 4


def tokens_are_laid_once(state: DarknessState) -> bool:
    """A token that is carried, or out of the game, is not laid again (WD-SCEN-AWAKENING-1)."""
    return state.rules >= 4
