import type { PartyMark } from '@coulisse/seat-plan/parties';
import type { PerformanceSeat } from '../../api-types';
import type { PlacementRun, PlanParties } from './placement-types';
import { isLocked } from './target-seats';

/** Colours of parties that sit beside each other; velvet stays for what is chosen. */
export const PARTY_COLORS = ['#2f7f8f', '#c98211', '#6477a3', '#b5577a', '#7d8a2e'] as const;
const PROPOSAL_COLOR = '#5b2d86';

/** The colour of each reservation, in the order of the sale. */
export const colorsOf = ({ parties, pending }: PlanParties): ReadonlyMap<string, string> =>
  new Map(
    [...parties, ...pending].map(({ reservationId }, index) => [
      reservationId,
      PARTY_COLORS[index % PARTY_COLORS.length]!,
    ]),
  );

/** What the plan shows of the parties; with a proposal, where they would sit and where they sit until then. */
export function marksOf(
  plan: PlanParties,
  seats: readonly PerformanceSeat[],
  { pickedId, proposal }: { pickedId: string | null; proposal: PlacementRun | null },
): PartyMark[] {
  const byId = new Map(seats.map((seat) => [seat.id, seat]));
  const colors = colorsOf(plan);
  const seatsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const moving = new Map(proposal?.moves.map((move) => [move.reservationId, move]));
  const sold = plan.parties
    // The seats of the picked one are drawn as chosen.
    .filter(({ reservationId }) => reservationId !== pickedId)
    .map((party): PartyMark => {
      const from = new Set(moving.get(party.reservationId)?.moves.map((move) => move.from));
      return {
        name: party.customerName,
        color: colors.get(party.reservationId) ?? PARTY_COLORS[0],
        look: 'sold',
        isLocked: isLocked(party),
        seats: seatsOf(
          party.places
            .filter(({ seatId, isSold }) => isSold && !from.has(seatId))
            .map(({ seatId }) => seatId),
        ),
      };
    });
  const pending = plan.pending.map((party): PartyMark => ({
    name: party.customerName,
    color: colors.get(party.reservationId) ?? PARTY_COLORS[0],
    look: 'pending',
    isLocked: false,
    seats: seatsOf(party.seatIds),
  }));
  const proposed = [...moving.values()].flatMap(({ customerName, moves }) => {
    const mark = { name: customerName, color: PROPOSAL_COLOR, isLocked: false };
    const targets = new Set(proposal?.moves.flatMap((each) => each.moves.map(({ to }) => to)));
    return [
      {
        ...mark,
        look: 'origin' as const,
        seats: seatsOf(moves.map(({ from }) => from).filter((id) => !targets.has(id))),
      },
      { ...mark, look: 'proposal' as const, seats: seatsOf(moves.map(({ to }) => to)) },
    ];
  });
  return [...sold, ...pending, ...proposed].filter((mark) => mark.seats.length > 0);
}
