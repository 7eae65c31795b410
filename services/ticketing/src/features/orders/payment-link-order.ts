import { z } from 'zod';

/** The first mail with the payment link of a reservation. */
export const mailPaymentLink = {
  name: 'ticketing.mail-payment-link',
  payload: z.strictObject({ reservationId: z.uuid() }),
};
