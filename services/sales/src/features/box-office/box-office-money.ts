import type { ServiceContext } from '@coulisse/service-kit/service';

/** What ticketing answered of the money of a reservation. */
export interface BoxOfficeMoney {
  readonly reservationId: string;
  /** An answer with a lower number is older. */
  readonly reading: number;
  readonly code: string;
  readonly parts: readonly {
    readonly sourceId: string;
    readonly method: string;
    readonly amountMinor: number;
    readonly returnedMinor: number;
    readonly paidAt: Date;
  }[];
}
/** A transaction waits for the answer. */
const DEADLINE_MS = 3_000;

/** The money of a reservation, from ticketing. Without an answer a bill is not issued: it could be collected once more. */
export async function readBoxOffice(
  ctx: ServiceContext,
  tenantId: string,
  reservationId: string,
): Promise<BoxOfficeMoney> {
  const { reading, code, parts } = await ctx.clients.ticketing.getReservationMoney(
    { tenantId, reservationId },
    { deadlineMs: DEADLINE_MS },
  );
  return {
    ...{ reservationId, reading, code },
    parts: parts.map(({ paidAt, ...part }) => ({ ...part, paidAt: paidAt ?? new Date(0) })),
  };
}
