import { Problem } from '@coulisse/service-kit';
import type { Command } from '@coulisse/service-kit/kernel/index';
import { sellReservation } from '../sale/settle-payment.command';

/** `valid` of a reservation that nobody pays for by card: its seats are sold and its tickets numbered, or it is refused. */
export const validReservation: Command = async ({ id }, tx) => {
  const sold = await sellReservation(tx, String(id));
  if (!sold) throw new Problem('reservation.seats-no-longer-available');
  return { id: String(id) };
};
