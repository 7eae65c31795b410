import { reply, route } from '@coulisse/service-kit';
import { resourcesOf } from '@coulisse/resource-server';
import { z } from 'zod';
import { reservation } from '../../resources';
import { dueOfSchedule, instalmentsOf } from '../instalments/instalments.store';
import { depositTerms } from '../instalments/deposit-rule';
import { optionsOf } from '../options/reservation-options.store';
import { deskSaleOf } from '../desk/sell-at-desk.command';
import { changeStateOf } from '../changes/change-state.read-model';
import { itemsOf, paymentsOf, progressOf, refundOf, stepsOf, vatOfItems } from './reservation.read-model';

/** One reservation with all details: the kernel's record and the data of its sale. */
export const reservationDetailsRoutes = [
  route.get(
    '/b/api/prestiscene/reservations/{id}/informations',
    {
      summary: 'One reservation with its places, VAT, payments and progress',
      tag: 'ticketing.reservation',
      access: { right: 'ticketing.reservation.read' },
      params: z.object({ id: z.uuid() }),
    },
    async ({ actor, params, language }, ctx) => {
      const details = await ctx.db.inTenant(actor, async (tx) => {
        const items = await itemsOf(tx, params.id, language, 'STAFF');
        const options = await optionsOf(tx, params.id);
        const payments = await paymentsOf(tx, params.id);
        const progress = await progressOf(tx, params.id);
        const { reservation: sold, totalMinor, paidMinor } = await deskSaleOf(tx, params.id);
        const isOwing = sold.state === 'VALIDATED' || sold.state === 'PRE_RESERVATION';
        const leftMinor = isOwing ? Math.max(0, totalMinor - paidMinor) : 0;
        const isReserved = sold.state === 'PRE_RESERVATION';
        const instalments = isReserved ? await instalmentsOf(tx, params.id, paidMinor) : [];
        const terms = isReserved ? await depositTerms(tx, params.id) : null;
        return {
          // A ticket's secret admits its holder: it is sent to the buyer and never shown to staff.
          items: items.map(({ ticketSecret: _secret, vat: _vat, ...item }) => item),
          options: options.map(({ vat: _vat, ...option }) => option),
          vat: vatOfItems([...items, ...options]),
          payments,
          ...(await changeStateOf(tx, params.id)),
          outcome: progress?.outcome ?? null,
          process: stepsOf(progress?.steps ?? {}),
          refund: refundOf(payments),
          dueMinor: leftMinor,
          instalments,
          // What is to be paid now: by the schedule, or all of it.
          dueNowMinor: dueOfSchedule(instalments, leftMinor).amountMinor,
          // What a cancellation by the customer keeps of what was paid.
          keptOnCancellationMinor: terms?.keeps ? paidMinor : 0,
          // Until when a pre-reservation can be paid.
          payableUntil: terms?.startsAt?.toISOString() ?? null,
          documentId: progress?.outcome === 'VALIDATED' ? progress.documentId : null,
          ticketsOn: progress?.outcome === 'VALIDATED' ? progress.ticketsOn : null,
        };
      });
      // Read last, so that the record is never older than the details of its sale.
      const record = await resourcesOf(ctx).of(reservation).serve({ actor, language }, params.id);
      return reply({ ...record, ...details }, { headers: { ETag: `"${record.version}"` } });
    },
  ),
];
