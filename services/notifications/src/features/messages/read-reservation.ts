import type { ticketingV1 } from '@coulisse/contracts';
import type { ServiceContext } from '@coulisse/service-kit';

const CALL_DEADLINE_MS = 5_000;

export const readReservation = (
  tenantId: string,
  reservationId: string,
  ctx: ServiceContext,
): Promise<ticketingV1.GetReservationResponse> =>
  ctx.clients.ticketing.getReservation({ tenantId, reservationId }, { deadlineMs: CALL_DEADLINE_MS });
