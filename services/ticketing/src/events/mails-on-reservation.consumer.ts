import { consumer, systemActor } from '@coulisse/service-kit';
import {
  cancellationData,
  confirmationData,
  depositData,
  postponementData,
  preReservationData,
  revisionData,
  saleData,
} from '../features/messages/sale-data';
import { heldSale } from '../features/messages/held-sale.read-model';
import { remindOfInstalment } from '../features/orders/send-payment-link.command';
import { mailTransfers } from '../features/orders/mail-transfers';
import type { TicketLinks } from '../features/orders/ticket-links';
import type { SaleMails } from '../features/messages/sale-mails';
import type { SaleDetails } from '../features/reservations/sale-details.read-model';
import {
  cancellationMail,
  confirmationMail,
  depositMail,
  postponementMail,
  preReservationMail,
  reminderMail,
  revisionMail,
} from '../features/messages/sale-template-kinds';

/** Its seats are still held for the buyer. */
const isHeld = ({
  state,
  isPerformanceCanceled,
}: Pick<SaleDetails, 'state' | 'isPerformanceCanceled'>): boolean =>
  state === 'PRE_RESERVATION' && !isPerformanceCanceled;

/**
 * Mails the buyer that seats are held and a part of them is paid, that their deadline has passed, that the tickets are
 * void, that the performance is near or is played at another time, and the receivers of tickets that were passed on. A
 * draft had nothing and gets no mail; who had only reserved hears of the performance that is cancelled.
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
          // A mail has told its buyer of the places: of a draft, none has.
          if (!wasValidated && !wasPromised) return;
          await mails.send(
            tenantId,
            {
              kind: cancellationMail,
              key: `cancellation:${reservationId}`,
              reservationId,
              data: (sale) =>
                cancellationData(sale, { refundMinor, keptMinor, toVoucherMinor, hadTickets: wasValidated }),
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
      preReserved: {
        prepare: async ({ reservationId, promise }, { tenantId }, ctx) => {
          const held = await heldSale(tenantId, reservationId, ctx);
          if (!held) return;
          await mails.send(
            tenantId,
            {
              kind: preReservationMail,
              key: `pre-reservation:${reservationId}:${promise}`,
              reservationId,
              data: (sale) => preReservationData(sale, held),
              isNeeded: isHeld,
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
      depositTaken: {
        prepare: async ({ reservationId, paymentId, amountMinor }, { tenantId }, ctx) => {
          const held = await heldSale(tenantId, reservationId, ctx);
          if (!held) return;
          await mails.send(
            tenantId,
            {
              kind: depositMail,
              key: `deposit:${reservationId}:${paymentId}`,
              reservationId,
              data: (sale) => depositData(sale, { ...held, amountMinor }),
              isNeeded: isHeld,
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
      expired: {
        prepare: async ({ reservationId, deadline, toVoucherMinor = 0 }, { tenantId }, ctx) => {
          await mails.send(
            tenantId,
            {
              kind: cancellationMail,
              // A reservation that was opened again may expire again.
              key: `expiry:${reservationId}:${deadline}`,
              reservationId,
              data: (sale) =>
                cancellationData(sale, {
                  ...{ refundMinor: 0, toVoucherMinor },
                  ...{ hadTickets: false, isExpired: true },
                }),
              isNeeded: ({ state }) => state === 'CANCELED',
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
          const held = await heldSale(tenantId, reservationId, ctx);
          if (!held) return;
          await mails.send(
            tenantId,
            {
              kind: revisionMail,
              key: `revision:${reservationId}:${revision}`,
              reservationId,
              data: (sale) => revisionData(sale, held),
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
