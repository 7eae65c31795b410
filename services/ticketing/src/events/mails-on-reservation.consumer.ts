import { consumer } from '@coulisse/service-kit';
import { cancellationData } from '../features/messages/sale-data';
import type { SaleMails } from '../features/messages/sale-mails';
import { cancellationMail } from '../features/messages/sale-template-kinds';

/** Tells the buyer that the tickets are void; a draft had none and gets no mail. */
export const mailsOnReservation = (mails: SaleMails) =>
  consumer(
    'ticketing.reservation.v1',
    'ticketing.mails-on-reservation',
    {
      canceled: {
        prepare: async ({ reservationId, refundMinor, wasValidated }, { tenantId }, ctx) => {
          if (!wasValidated) return;
          await mails.send(
            tenantId,
            {
              kind: cancellationMail,
              key: `cancellation:${reservationId}`,
              reservationId,
              data: (sale) => cancellationData(sale, refundMinor),
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
    },
    { isGathered: true },
  );
