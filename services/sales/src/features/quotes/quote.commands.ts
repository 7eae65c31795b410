import { depositParts, parseAmount } from '@coulisse/money';
import type { DepositRow, RecordOf } from '@coulisse/resource';
import { defineCommand, type Command } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { bill, quote } from '../../resources';
import { depositOf } from '../../resources/deposit.domain';
import { buyerOf } from '../buyers/buyer';
import { copiedLines } from '../copied-lines.domain';
import { checkSending, requestSending } from '../sending/sending';
import { depositLines, versionCode } from './quote.domain';

type Quote = RecordOf<typeof quote>;

const postQuote = defineCommand(quote, 'post', async ({ record, tx, ctx, proceed }) =>
  proceed({ buyer: await buyerOf(ctx, tx, record.tiers) }),
);

const sendQuote = defineCommand(quote, 'send', async ({ id, input, tx, ctx, proceed }) => {
  const to = await checkSending(ctx, tx, 'sales.quote', id, input);
  const sent = await proceed({ sentTo: to });
  await requestSending(tx, 'sales.quote', id, to, input);
  return sent;
});

const deleteQuote = defineCommand(quote, 'delete', async ({ record, proceed }) => {
  if (record.state !== 'DRAFT') throw new Problem('document.posted', { status: 409 });
  return proceed();
});

/** What a new version or a bill takes over from a quote. */
const headOf = ({
  title,
  tiers,
  reservation,
  priceEntry,
  header,
  footer,
  discountKind,
  discountValue,
}: Quote) => ({
  ...{ title, tiers, reservation, priceEntry, header, footer, discountKind, discountValue },
});

/** The quote stays as it is; a draft with its values and the next version number replaces it. */
const reviseQuote = defineCommand(quote, 'revise', async ({ record, tx, actor, resources, proceed }) => {
  await proceed();
  const { depositPercent, schedule, versionNumber, code } = record;
  const version = await resources.of(quote).create(tx, actor, {
    ...{ ...headOf(record), depositPercent },
    ...copiedLines(record.items, record.groups),
    schedule: schedule.map(({ id: _id, ...row }) => row),
    previousVersion: record.id,
    versionNumber: versionNumber + 1,
    // The version has the number of the quote, so that it takes none of the series.
    code: versionCode(code ?? '', versionNumber + 1),
  });
  return { id: record.id, versionId: version.id };
});

const billDeposit = defineCommand(
  quote,
  'bill_deposit',
  async ({ record, input, tx, actor, resources, proceed }) => {
    await proceed();
    const parts = depositParts(
      (record.vatTable ?? []).map(({ rate, exemption, base, vat }) => ({
        rateBasisPoints: Math.round(Number(rate) * 100),
        exemption,
        ...{ baseMinor: parseAmount(base), taxMinor: parseAmount(vat) },
      })),
      { kind: 'TTC', minor: depositOf(record, input) },
    );
    const created = await resources.of(bill).create(tx, actor, {
      ...{ title: record.title, tiers: record.tiers, reservation: record.reservation, priceEntry: 'TTC' },
      ...{ quote: record.id, isDeposit: true, items: depositLines(record.code ?? '', parts) },
    });
    return { id: record.id, billId: created.id };
  },
);

const billBalance = defineCommand(
  quote,
  'bill_balance',
  async ({ record, tx, actor, resources, proceed }) => {
    await proceed();
    const billable = record.items.filter(({ option }) => option !== 'proposed');
    const { items, groups } = copiedLines(
      billable.map((line) => ({ ...line, option: null, quoteItem: line.id })),
      record.groups,
    );
    const deposits = await issuedDeposits(tx, record.id);
    const created = await resources
      .of(bill)
      .create(tx, actor, { ...headOf(record), groups, items, quote: record.id, deposits });
    return { id: record.id, billId: created.id };
  },
);

interface DepositVat extends Record<string, unknown> {
  label: string;
  rate: string;
  exemption: string | null;
  base: string;
  vat: string;
}
/** Deposits that were billed for a quote, by bill and rate, less their credit notes. */
async function issuedDeposits(tx: Tx, quoteId: string): Promise<DepositRow[]> {
  const { rows } = await tx.sql.query<DepositVat>(
    `SELECT b.code || ' · ' || to_char(b.issued_on, 'DD/MM/YYYY') AS label, v.rate, v.exemption,
            sum(v.base * d.sign)::text AS base, sum(v.vat * d.sign)::text AS vat
       FROM bill b
       CROSS JOIN LATERAL (
         SELECT 1 AS sign, b.vat_table AS vat_table
         UNION ALL
         SELECT -1, a.vat_table FROM avoir a WHERE a.tenant_id = b.tenant_id AND a.bill_id = b.id AND a.state <> 'DRAFT') d
       CROSS JOIN LATERAL jsonb_to_recordset(d.vat_table) AS v(rate text, exemption text, base numeric, vat numeric)
      WHERE b.tenant_id = $1 AND b.quote_id = $2 AND b.is_deposit
      GROUP BY b.code, b.issued_on, v.rate, v.exemption
      HAVING sum(v.base * d.sign) <> 0 OR sum(v.vat * d.sign) <> 0
      ORDER BY b.issued_on, b.code, v.rate::numeric DESC`,
    [tx.tenantId, quoteId],
  );
  return rows;
}

export const quoteCommands: readonly Command[] = [
  postQuote,
  sendQuote,
  deleteQuote,
  reviseQuote,
  billDeposit,
  billBalance,
];
