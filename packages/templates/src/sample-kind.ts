import {
  amount,
  color,
  date,
  dateTime,
  flag,
  image,
  list,
  number,
  percent,
  richText,
  templateKind,
  text,
  url,
} from './keywords';
import type { DataOf } from './keywords';

const quoteKeywords = {
  quote: {
    number: text,
    date,
    sentAt: dateTime,
    isSigned: flag,
    totalTTC: amount,
    discount: percent,
    terms: richText,
    link: url,
    lines: list({ label: text, quantity: number, totalHT: amount, details: list({ note: text }) }),
  },
  seller: { name: text, logo: image, brand: color },
};

/** Kinds of template for tests. */
export const quotePdf = templateKind({ name: 'sales.quote', kind: 'pdf', keywords: quoteKeywords });
export const quoteMail = templateKind({ name: 'sales.quote-mail', kind: 'mail', keywords: quoteKeywords });

export const quoteData: DataOf<typeof quoteKeywords> = {
  quote: {
    number: 'D-2026-000012',
    date: '2026-03-29',
    sentAt: '2026-03-29T00:30:00Z',
    isSigned: true,
    totalTTC: 123_456,
    discount: 550,
    terms: '<p>Net <strong>30</strong></p>',
    link: 'https://example.org/q?a=1&b=2',
    lines: [
      {
        label: 'Décor & costumes',
        quantity: 2.5,
        totalHT: 100_000,
        details: [{ note: 'bois' }, { note: 'tissu' }],
      },
      { label: '<b>Transport</b>', quantity: 1, totalHT: 2_880, details: [] },
    ],
  },
  seller: { name: 'Théâtre "du Lac"', logo: 'data:image/png;base64,AAAA', brand: '#0a5' },
};
export const paris = { locale: 'fr', zone: 'Europe/Paris', currency: 'EUR' };
