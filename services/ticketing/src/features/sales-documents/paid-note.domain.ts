import { formatAmount, sum, type Cents } from '@coulisse/money';

/** Money of a reservation that came in before its bill, less what was given back. */
export interface PaidPart {
  method: string;
  amountMinor: Cents;
  /** DD/MM/YYYY */
  day: string;
}

const METHODS: Readonly<Record<string, string>> = {
  CARD: 'par carte',
  CASH: 'en espèces',
  CHEQUE: 'par chèque',
  TRANSFER: 'par virement',
  VOUCHER: 'par bon cadeau',
};
const euros = (minor: Cents): string =>
  `${formatAmount(minor)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, '\u202f')}\u00a0€`;

/** What a bill says of money that was already paid at the box office; null where there is none. */
export function paidNote(parts: readonly PaidPart[], totalMinor: Cents): string | null {
  if (parts.length === 0) return null;
  const paid = parts.map(({ method, amountMinor, day }) =>
    [euros(amountMinor), METHODS[method], `le ${day}`].filter(Boolean).join(' '),
  );
  const leftMinor = totalMinor - sum(parts.map(({ amountMinor }) => amountMinor));
  const end = leftMinor > 0 ? `Reste à payer : ${euros(leftMinor)}.` : 'Facture acquittée.';
  return `Déjà réglé : ${paid.join(', ')}. ${end}`;
}
