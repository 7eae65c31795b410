import { Problem, type Tx } from '@coulisse/service-kit';
import { OPTIONS_OF_RESERVATION, soldOptionsFrom } from '../options/reservation-options.store';
import { ITEMS_OF_RESERVATION, itemsFrom } from '../reservations/reservation.read-model';
import { documentLines, type DocumentLine } from './document-lines.domain';

export const DOCUMENT_KINDS = ['quote', 'bill'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A quote or a bill for a reservation, as sales creates one. */
export interface DocumentDraft {
  title: string;
  tiers: string;
  reservation: string;
  priceEntry: 'TTC';
  /** The theatre's terms of payment for this kind. */
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
}
const HEAD = `SELECT r.code, r.state::text AS state, r.tiers_id AS tiers, s.name AS show, to_char(p.date, 'DD/MM/YYYY') AS date,
    r.quote_date::text AS "quoteDate",
    own.quote_payment_terms AS "quoteTerms", own.bill_payment_terms AS "billTerms"
  FROM reservation r
  JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
  JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
  LEFT JOIN settings own ON own.tenant_id = r.tenant_id
  WHERE r.tenant_id = $1 AND r.id = $2`;
/** Longest title that sales takes. */
const LONGEST = 160;

/** What a quote or a bill of a reservation says; refused without a third party, to whom it is made out. */
export async function documentDraft(tx: Tx, id: string, kind: DocumentKind): Promise<DocumentDraft> {
  const values = [tx.tenantId, id];
  const [heads, places, options] = await tx.sql.batch([
    { name: 'document-head-of-reservation', text: HEAD, values },
    { name: 'items-of-reservation', text: ITEMS_OF_RESERVATION, values },
    { name: 'options-of-reservation', text: OPTIONS_OF_RESERVATION, values },
  ]);
  const head = heads?.rows[0] as Head | undefined;
  if (!head) throw new Problem('http.404');
  if (head.state === 'CANCELED' || head.state === 'QUOTE_REFUSED')
    throw new Problem('reservation.no-document');
  if (!head.tiers) throw new Problem('reservation.no-tiers');
  return {
    title: `${head.code} · ${head.date} · ${head.show}`.slice(0, LONGEST),
    ...{ tiers: head.tiers, reservation: id, priceEntry: 'TTC' },
    footer: kind === 'quote' ? head.quoteTerms : head.billTerms,
    ...(kind === 'quote' && head.quoteDate && { issuedOn: head.quoteDate }),
    items: documentLines(itemsFrom(places?.rows, 'fr'), soldOptionsFrom(options?.rows)),
  };
}
