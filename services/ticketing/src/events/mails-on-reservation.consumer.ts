import { consumer } from '@coulisse/service-kit';
import {
  cancellationData,
  confirmationData,
  postponementData,
  saleData,
} from '../features/messages/sale-data';
import { mailTransfers } from '../features/orders/mail-transfers';
import type { TicketLinks } from '../features/orders/ticket-links';
import type { SaleMails } from '../features/messages/sale-mails';
import {
  cancellationMail,
  confirmationMail,
  postponementMail,
  reminderMail,
} from '../features/messages/sale-template-kinds';

/**
 * Mails the buyer that the tickets are void, that the performance is near or is played at another time, and the receivers of tickets
 * that were passed on. A draft had nothing and gets no mail; who had only reserved hears of the performance that is
 * cancelled.
 */
export const mailsOnReservation = (mails: SaleMails, ticketLinks: TicketLinks) =>
  consumer(
    'ticketing.reservation.v1',
    'ticketing.mails-on-reservation',
    {
      // A sale whose tickets are made later is confirmed at once; otherwise the mail with the tickets does so.
      ticketsFollow: {
        prepare: ({ reservationId }, { tenantId }, ctx) =>
          mails.send(
            tenantId,
            {
              kind: confirmationMail,
              key: `confirmation:${reservationId}`,
              reservationId,
              data: confirmationData,
              isNeeded: ({ state, ticketsOn, edition }) =>
                state === 'VALIDATED' && ticketsOn !== null && edition === 1,
            },
            ctx,
          ),
        handle: () => Promise.resolve(),
      },
      canceled: {
        prepare: async (
          { reservationId, refundMinor, wasValidated, wasPromised },
          { tenantId },
          ctx,
        ): Promise<void> => {
          if (!wasValidated && !wasPromised) return;
          await mails.send(
            tenantId,
            {
              kind: cancellationMail,
              key: `cancellation:${reservationId}`,
              reservationId,
              data: (sale) => cancellationData(sale, { refundMinor, hadTickets: wasValidated }),
              isNeeded: ({ isPerformanceCanceled }) => wasValidated || isPerformanceCanceled,
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
      reminderDue: {
        prepare: async ({ reservationId, startsAt }, { tenantId }, ctx) => {
          await mails.send(
            tenantId,
            {
              kind: reminderMail,
              key: `reminder:${reservationId}:${startsAt}`,
              reservationId,
              data: saleData,
              isNeeded: ({ state, isPerformanceCanceled }) => state === 'VALIDATED' && !isPerformanceCanceled,
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
      postponed: {
        prepare: async ({ reservationId, formerStartsAt, message, cancelableUntil }, { tenantId }, ctx) => {
          await mails.send(
            tenantId,
            {
              kind: postponementMail,
              // A performance may be postponed more than once.
              key: `postponement:${reservationId}:${formerStartsAt}`,
              reservationId,
              data: (sale) =>
                postponementData(sale, {
                  formerStartsAt: new Date(formerStartsAt),
                  message,
                  cancelableUntil: cancelableUntil ? new Date(cancelableUntil) : null,
                }),
              isNeeded: ({ state }) => state !== 'CANCELED',
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
      changed: {
        prepare: ({ reservationId }, { tenantId }, ctx) =>
          mailTransfers({ tenantId, reservationId }, { mails, links: ticketLinks }, ctx),
        handle: () => Promise.resolve(),
      },
    },
    { isGathered: true },
  );
