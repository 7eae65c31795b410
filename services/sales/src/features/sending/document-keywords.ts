import {
  amount,
  color,
  date,
  flag,
  image,
  list,
  number,
  percent,
  templateKind,
  text,
  type DataOf,
} from '@coulisse/templates';

const line = {
  ...{ label: text, description: text, quantity: number, unit: text, unitPrice: number },
  ...{ discount: percent, vatRate: percent, totalHT: amount, totalTTC: amount },
  /** A text has no amounts; an option counts only when it is chosen. */
  ...{ isText: flag, isOption: flag },
};
/** What templates of quotes and bills may use. */
const documentKeywords = {
  /** The look of the theatre; its name is that of the seller. */
  organiser: { color, headerColor: color, nameColor: color, logo: image },
  seller: {
    ...{
      name: text,
      legalForm: text,
      capital: amount,
      address: text,
      siren: text,
      vatNumber: text,
      rcs: text,
    },
    ...{
      naf: text,
      email: text,
      telephone: text,
      iban: text,
      bic: text,
      latePenalty: text,
      vatOnDebits: flag,
    },
  },
  buyer: { name: text, address: text, siren: text, vatNumber: text, email: text },
  document: {
    ...{ number: text, title: text, header: text, footer: text },
    ...{ issuedOn: date, validUntil: date, dueOn: date, depositPercent: percent },
    ...{ isDeposit: flag, isProforma: flag },
    ...{ discount: amount, totalHT: amount, totalVAT: amount, totalTTC: amount, amountLeft: amount },
    groups: list({ label: text, description: text, totalHT: amount, lines: list(line) }),
    /** Lines without a group. */
    lines: list(line),
    vat: list({ rate: percent, exemption: text, base: amount, vat: amount }),
    deposits: list({ label: text, rate: percent, base: amount, vat: amount }),
    schedule: list({ label: text, dueOn: date, total: amount }),
  },
};
/** A mail also has what its sender wrote. */
const mailKeywords = { ...documentKeywords, message: text };

export type DocumentData = DataOf<typeof documentKeywords>;
export type MailData = DataOf<typeof mailKeywords>;

export const quotePdf = templateKind({ name: 'sales.quote', kind: 'pdf', keywords: documentKeywords });
export const quoteMail = templateKind({ name: 'sales.quote-mail', kind: 'mail', keywords: mailKeywords });
export const billPdf = templateKind({ name: 'sales.bill', kind: 'pdf', keywords: documentKeywords });
export const billMail = templateKind({ name: 'sales.bill-mail', kind: 'mail', keywords: mailKeywords });
