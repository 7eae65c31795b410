import { Problem, type Tx } from '@coulisse/service-kit';
import { OPTIONS_OF_RESERVATION, soldOptionsFrom } from '../options/reservation-options.store';
import { ITEMS_OF_RESERVATION, itemsFrom } from '../reservations/reservation.read-model';
import { documentLines, type DocumentLine } from './document-lines.domain';
import { paidNote, type PaidPart } from './paid-note.domain';

export const DOCUMENT_KINDS = ['quote', 'bill'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A quote or a bill for a reservation, as sales creates one. */
export interface DocumentDraft {
  title: string;
  tiers: string;
  reservation: string;
  priceEntry: 'TTC';
  /** The theatre's terms of payment for this kind; of a bill, what was paid before it. */
  footer: string | null;
  /** Of a quote whose date was chosen. */
  issuedOn?: string;
  items: DocumentLine[];
}

interface Head extends Record<string, unknown> {
  code: string;
  state: string;
  tiers: string | null;
  show: string;
  date: string;
  quoteDate: string | null;
  quoteTerms: string | null;
  billTerms: string | null;
  totalMinor: number;
}
const HEAD = `SELECT r.code, r.state::text AS state, r.tiers_id AS tiers, s.name AS show, to_char(p.date, 'DD/MM/YYYY') AS date,
    r.quote_date::text AS "quoteDate",
    own.quote_payment_terms AS "quoteTerms", own.bill_payment_terms AS "billTerms",
    (r.total_ttc * 100)::bigint::float8 AS "totalMinor"
  FROM reservation r
  JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
  JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
  LEFT JOIN settings own ON own.tenant_id = r.tenant_id
  WHERE r.tenant_id = $1 AND r.id = $2`;
const PAID = `SELECT paid.method, paid.amount AS "amountMinor", to_char(paid.at AT TIME ZONE current_setting('app.zone'), 'DD/MM/YYYY') AS day FROM (
    SELECT coalesce(p.method, 'CARD') AS method, p.amount_minor - p.refunded_minor AS amount, p.at FROM reservation_payment p
    WHERE p.tenant_id = $1 AND p.reservation_id = $2 AND p.state = 'ACCEPTED'
    UNION ALL
    SELECT 'VOUCHER', -sum(e.amount_minor)::int, min(e.at) FROM gift_voucher_entry e
    WHERE e.tenant_id = $1 AND e.reservation_id = $2 GROUP BY e.voucher_id) paid
  WHERE paid.amount > 0 ORDER BY paid.at`;
/** Longest title that sales takes. */
const LONGEST = 160;

/** What a quote or a bill of a reservation says; refused without a third party, to whom it is made out. */
export async function documentDraft(tx: Tx, id: string, kind: DocumentKind): Promise<DocumentDraft> {
  const values = [tx.tenantId, id];
  const [heads, places, options, paid] = await tx.sql.batch([
    { name: 'document-head-of-reservation', text: HEAD, values },
    { name: 'items-of-reservation', text: ITEMS_OF_RESERVATION, values },
    { name: 'options-of-reservation', text: OPTIONS_OF_RESERVATION, values },
    { name: 'paid-of-reservation', text: PAID, values },
  ]);
  const head = heads?.rows[0] as Head | undefined;
  if (!head) throw new Problem('http.404');
  if (head.state === 'CANCELED' || head.state === 'QUOTE_REFUSED')
    throw new Problem('reservation.no-document');
  if (!head.tiers) throw new Problem('reservation.no-tiers');
  const note = paidNote((paid?.rows ?? []) as unknown as PaidPart[], head.totalMinor);
  return {
    title: `${head.code} · ${head.date} · ${head.show}`.slice(0, LONGEST),
    ...{ tiers: head.tiers, reservation: id, priceEntry: 'TTC' },
    footer: kind === 'quote' ? head.quoteTerms : [note, head.billTerms].filter(Boolean).join('\n') || null,
    ...(kind === 'quote' && head.quoteDate && { issuedOn: head.quoteDate }),
    items: documentLines(itemsFrom(places?.rows, 'fr'), soldOptionsFrom(options?.rows)),
  };
}
