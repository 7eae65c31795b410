import { Problem } from '@coulisse/service-kit';
import type { Command } from '@coulisse/resource-server';
import { sellReservation } from '../sale/settle-payment.command';

/** `valid` of a reservation without a card payment: sells its seats and numbers its tickets, or refuses it. */
export const validReservation: Command = async ({ id }, tx) => {
  const sold = await sellReservation(tx, String(id));
  if (!sold) throw new Problem('reservation.seats-no-longer-available');
  return { id: String(id) };
};
