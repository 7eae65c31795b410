import { consumer, systemActor, type ServiceContext } from '@coulisse/service-kit';
import {
  cancellationData,
  confirmationData,
  postponementData,
  revisionData,
  saleData,
} from '../features/messages/sale-data';
import { remindOfInstalment } from '../features/orders/send-payment-link.command';
import { mailTransfers } from '../features/orders/mail-transfers';
import type { TicketLinks } from '../features/orders/ticket-links';
import type { SaleMails } from '../features/messages/sale-mails';
import {
  cancellationMail,
  confirmationMail,
  postponementMail,
  reminderMail,
  revisionMail,
} from '../features/messages/sale-template-kinds';

/** Until when the seats of a reservation are held; null when it has no such moment any more. */
const heldUntil = (tenantId: string, id: string, ctx: ServiceContext): Promise<Date | null> =>
  ctx.db.inTenant(systemActor(tenantId, 'ticketing.mails'), async (tx) => {
    const { rows } = await tx.sql.query<{ deadline: Date | null }>(
      'SELECT deadline FROM reservation WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, id],
    );
    return rows[0]?.deadline ?? null;
  });

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
          { reservationId, refundMinor, keptMinor = 0, toVoucherMinor = 0, wasValidated, wasPromised },
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
              data: (sale) =>
                cancellationData(sale, { refundMinor, keptMinor, toVoucherMinor, hadTickets: wasValidated }),
              // Who had paid something hears what becomes of it.
              isNeeded: ({ isPerformanceCanceled }) =>
                wasValidated || isPerformanceCanceled || refundMinor + keptMinor + toVoucherMinor > 0,
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
      instalmentDue: {
        prepare: async ({ reservationId, dueOn }, { tenantId }, ctx) => {
          const actor = systemActor(tenantId, 'ticketing.instalments');
          await remindOfInstalment({ actor, reservationId, dueOn }, mails, ctx);
        },
        handle: () => Promise.resolve(),
      },
      revised: {
        prepare: async ({ reservationId, revision }, { tenantId }, ctx) => {
          const deadline = await heldUntil(tenantId, reservationId, ctx);
          if (!deadline) return;
          await mails.send(
            tenantId,
            {
              kind: revisionMail,
              key: `revision:${reservationId}:${revision}`,
              reservationId,
              data: (sale) => revisionData(sale, { deadline }),
              isNeeded: ({ state }) => state === 'PRE_RESERVATION' || state === 'QUOTE_REQUESTED',
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
