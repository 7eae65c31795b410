import { PRODUCT_COLORS } from '@coulisse/contracts/site-colors';
import { parseAmount } from '@coulisse/money';
import type { DepositRow, VatTableRow } from '@coulisse/resource';
import type { Buyer } from '../buyers/buyer';
import type { Seller } from '../../resources/terms';
import type { DocumentData } from './document-keywords';

interface Line {
  readonly kind: string;
  readonly label: string;
  readonly description: string | null;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: string | null;
  readonly vatRate: string | null;
  readonly option: string | null;
  readonly group: string | null;
  readonly unit: string | null;
  readonly totalHT: string | null;
  readonly totalTTC: string | null;
}
/** A quote or a bill. */
export interface Printed {
  readonly code: string | null;
  readonly proformaCode?: string | null;
  readonly title: string;
  readonly header: string | null;
  readonly footer: string | null;
  readonly issuedOn: string | null;
  readonly validUntil: string | null;
  readonly dueOn: string | null;
  readonly depositPercent?: string | null;
  readonly isDeposit?: boolean;
  readonly totalHT: string | null;
  readonly totalVAT: string | null;
  readonly totalTTC: string | null;
  readonly amountLeft?: string | null;
  readonly vatTable: readonly VatTableRow[] | null;
  readonly deposits: readonly DepositRow[] | null;
  readonly schedule?: readonly { readonly label: string; readonly dueOn: string; readonly amount: string }[];
  readonly groups: readonly {
    readonly id: string;
    readonly label: string;
    readonly description: string | null;
    readonly totalHT: string | null;
  }[];
  readonly items: readonly Line[];
}
/** Who sells and who buys; symbols of units by their id. */
export interface Surroundings {
  readonly seller: Seller | null;
  readonly buyer: Buyer;
  readonly units: ReadonlyMap<string, string>;
}

const minor = (amount: string | null | undefined) => parseAmount(amount ?? '0');
const basisPoints = (rate: string | null | undefined) => Math.round(Number(rate ?? 0) * 100);
const words = (...parts: readonly unknown[]) =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(', ');

const minorOrNull = (value: string | null) => (value === null ? null : minor(value));

/** What the templates of a document print. */
export function documentData(printed: Printed, { seller, buyer, units }: Surroundings): DocumentData {
  const lineOf = ({ kind, quantity, unit, unitPrice, discount, vatRate, option, ...line }: Line) => ({
    ...{ label: line.label, description: line.description },
    ...{ quantity: Number(quantity), unit: units.get(unit ?? '') ?? null, unitPrice: Number(unitPrice) },
    discount: discount === null || Number(discount) === 0 ? null : basisPoints(discount),
    ...{ vatRate: basisPoints(vatRate), totalHT: minor(line.totalHT), totalTTC: minor(line.totalTTC) },
    ...{ isText: kind === 'text', isOption: option === 'proposed' },
  });
  const linesOf = (group: string | null) => printed.items.filter((line) => line.group === group).map(lineOf);
  const vatTable = printed.vatTable ?? [];
  const text = (name: string) => {
    const value = seller?.[name];
    return value === null || value === undefined ? null : String(value);
  };
  return {
    // Replaced by the theatre's own look when it is printed or mailed.
    organiser: { ...PRODUCT_COLORS, logo: '' },
    seller: {
      ...{ name: text('name'), legalForm: text('legalForm'), capital: minorOrNull(text('capital')) },
      address: words(
        ...[seller?.addressLine1, seller?.addressLine2],
        [seller?.zipCode, seller?.city].filter(Boolean).join(' '),
      ),
      ...{ siren: text('siren'), vatNumber: text('vatNumber'), rcs: text('rcs'), naf: text('naf') },
      ...{ email: text('email'), telephone: text('telephone'), iban: text('iban'), bic: text('bic') },
      ...{ latePenalty: text('latePenalty'), vatOnDebits: seller?.vatOnDebits === true },
    },
    buyer: {
      name: buyer.name,
      address: words(...buyer.addressLines, [buyer.zipCode, buyer.city].filter(Boolean).join(' ')),
      ...{ siren: buyer.siren, vatNumber: buyer.vatNumber, email: buyer.email },
    },
    document: {
      number: printed.code ?? printed.proformaCode ?? null,
      ...{ title: printed.title, header: printed.header, footer: printed.footer },
      ...{ issuedOn: printed.issuedOn, validUntil: printed.validUntil, dueOn: printed.dueOn },
      depositPercent: Number(printed.depositPercent ?? 0) === 0 ? null : basisPoints(printed.depositPercent),
      isDeposit: printed.isDeposit === true,
      isProforma: printed.code === null && (printed.proformaCode ?? null) !== null,
      discount: vatTable.reduce((sum, { discount }) => sum + minor(discount), 0),
      ...{
        totalHT: minor(printed.totalHT),
        totalVAT: minor(printed.totalVAT),
        totalTTC: minor(printed.totalTTC),
      },
      amountLeft: minor(printed.amountLeft ?? printed.totalTTC),
      groups: printed.groups.map(({ id, label, description, totalHT }) => ({
        ...{ label, description, totalHT: minor(totalHT), lines: linesOf(id) },
      })),
      lines: linesOf(null),
      vat: vatTable.map(({ rate, exemption, base, vat }) => ({
        ...{ rate: basisPoints(rate), exemption, base: minor(base), vat: minor(vat) },
      })),
      deposits: (printed.deposits ?? []).map(({ label, rate, base, vat }) => ({
        ...{ label, rate: basisPoints(rate), base: minor(base), vat: minor(vat) },
      })),
      schedule: (printed.schedule ?? []).map(({ label, dueOn, amount }) => ({
        ...{ label, dueOn, total: minor(amount) },
      })),
    },
  };
}
