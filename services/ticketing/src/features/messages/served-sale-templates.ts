import { DateTime } from 'luxon';
import { servedTemplate, type ServedTemplate, type TemplateLocale } from '@coulisse/template-server';
import { mayAll, Problem, type Actor, type Tx } from '@coulisse/service-kit';
import type { DataOf, KeywordTree, TemplateKind } from '@coulisse/templates';
import { amountsOf, progressOf } from '../instalments/instalments.domain';
import { paymentsOf, type ReservationPayment } from '../reservations/reservation.read-model';
import { saleDetails, type SaleDetails } from '../reservations/sale-details.read-model';
import {
  cancellationData,
  confirmationData,
  depositData,
  postponementData,
  paymentLinkData,
  preReservationData,
  revisionData,
  refundData,
  refundDueData,
  saleData,
  ticketsData,
  transferData,
  type HeldSale,
} from './sale-data';
import { sampleSale } from './sample-sale';
import {
  cancellationMail,
  depositMail,
  postponementMail,
  paymentLinkMail,
  preReservationMail,
  refundDueMail,
  reminderMail,
  revisionMail,
  refundMail,
  confirmationMail,
  ticketsMail,
  ticketsPdf,
  transferMail,
} from './sale-template-kinds';

/** Shown in previews instead of a ticket's secret, which would admit whoever photographs the screen. */
const SPECIMEN = 'specimen';
const SPECIMEN_NAME = 'Léa Martin';

interface PreviewedSale {
  sale: SaleDetails;
  payments: readonly ReservationPayment[];
}

/** A reservation that the actor may read. */
async function readableSale(tx: Tx, actor: Actor, id: string): Promise<PreviewedSale | null> {
  if (!mayAll(actor, 'ticketing.reservation.read')) throw new Problem('security.insufficient-privilege');
  const sale = await saleDetails(tx, id);
  return sale && { sale, payments: await paymentsOf(tx, id) };
}

const SAMPLE_PAYMENT: ReservationPayment = {
  id: '00000000-0000-7000-8000-0000000000b1',
  state: 'ACCEPTED',
  amountMinor: 24_700,
  toRefundMinor: 24_700,
  refundedMinor: 24_700,
  refundReason: 'CHARGED_TWICE',
  refundedAt: '2026-11-24T10:00:00.000Z',
  at: '2026-11-20T10:00:00.000Z',
};

/** Declares a kind whose data come from a sale and its payments. */
const saleTemplate = <T extends KeywordTree>(
  kind: TemplateKind<T>,
  dataOf: (previewed: PreviewedSale) => DataOf<T> | Promise<DataOf<T>>,
): ServedTemplate =>
  servedTemplate({
    kind,
    sample: (locale: TemplateLocale) => dataOf({ sale: sampleSale(locale), payments: [SAMPLE_PAYMENT] }),
    dataOf: async (tx, actor, id) => {
      const previewed = await readableSale(tx, actor, id);
      return previewed && dataOf(previewed);
    },
  });

const lastPayment = ({ sale, payments }: PreviewedSale) => ({
  payment: payments.at(-1),
  amountMinor: payments.at(-1)?.amountMinor ?? sale.totalMinor,
});

/** A deposit and the balance, agreed for the weeks before the performance. */
function sampleHeld({ startsAt, zone, totalMinor, language }: SaleDetails, isPaid: boolean): HeldSale {
  const day = (weeks: number) => DateTime.fromJSDate(startsAt, { zone }).minus({ weeks }).toISODate() ?? '';
  const [deposit, balance] = language === 'fr' ? ['Acompte', 'Solde'] : ['Deposit', 'Balance'];
  const schedule = amountsOf(
    [
      { label: deposit, dueOn: day(6), share: { kind: 'percentage', points: 3_000 } },
      { label: balance, dueOn: day(2), share: { kind: 'rest' } },
    ],
    totalMinor,
  );
  const paidMinor = isPaid ? schedule[0]!.amountMinor : 0;
  return { deadline: startsAt, paidMinor, instalments: progressOf(schedule, paidMinor, day(8)) };
}

/** The templates that tenants may change, with the data of their previews. */
export const servedSaleTemplates: readonly ServedTemplate[] = [
  saleTemplate(ticketsPdf, ({ sale }) => ticketsData(sale, () => SPECIMEN)),
  saleTemplate(ticketsMail, ({ sale }) => saleData(sale)),
  saleTemplate(confirmationMail, ({ sale }) => confirmationData(sale)),
  saleTemplate(cancellationMail, (previewed) =>
    cancellationData(previewed.sale, {
      refundMinor: lastPayment(previewed).amountMinor,
      hadTickets: true,
    }),
  ),
  saleTemplate(postponementMail, ({ sale }) =>
    postponementData(sale, {
      formerStartsAt: DateTime.fromJSDate(sale.startsAt).minus({ weeks: 5 }).toJSDate(),
      message: '',
      cancelableUntil: DateTime.fromJSDate(sale.startsAt).minus({ weeks: 1 }).toJSDate(),
    }),
  ),
  saleTemplate(reminderMail, ({ sale }) => saleData(sale)),
  saleTemplate(refundDueMail, (previewed) => {
    const { payment, amountMinor } = lastPayment(previewed);
    return refundDueData(previewed.sale, { amountMinor, reason: payment?.refundReason ?? '' });
  }),
  saleTemplate(refundMail, (previewed) => {
    const { payment, amountMinor } = lastPayment(previewed);
    return refundData(previewed.sale, {
      amountMinor,
      method: 'CARD',
      refundedAt: new Date(payment?.refundedAt ?? payment?.at ?? Date.now()),
    });
  }),
  saleTemplate(revisionMail, ({ sale }) => revisionData(sale, { deadline: sale.startsAt })),
  saleTemplate(paymentLinkMail, ({ sale }) =>
    paymentLinkData(sale, { amountMinor: sale.totalMinor, deadline: sale.startsAt }),
  ),
  saleTemplate(preReservationMail, ({ sale }) => preReservationData(sale, sampleHeld(sale, false))),
  saleTemplate(depositMail, ({ sale }) => {
    const held = sampleHeld(sale, true);
    return depositData(sale, { ...held, amountMinor: held.paidMinor });
  }),
  saleTemplate(transferMail, ({ sale }) =>
    transferData(sale, { name: SPECIMEN_NAME, seat: sale.items[0]?.seatLabel ?? '', url: '' }),
  ),
];
