import {
  bic,
  bool,
  country,
  defineResource,
  email,
  iban,
  int,
  longText,
  money,
  phone,
  siren,
  text,
  vatNumber,
} from '@coulisse/resource';
import en from './settings.en.json';
import fr from './settings.fr.json';

/** Who sells, as the law wants it on quotes and bills, and the terms of sale: one record, created with the tenant. */
export const settings = defineResource('sales.settings', {
  path: 'sale/settings',
  texts: { fr, en },
  rights: 'sales.settings',
  fields: {
    name: text({ max: 160 }).required(),
    legalForm: text({ max: 60 }),
    capital: money({ min: 0 }),
    addressLine1: text({ max: 200 }),
    addressLine2: text({ max: 200 }),
    zipCode: text({ max: 12 }),
    city: text({ max: 120 }),
    country: country(),
    siren: siren(),
    vatNumber: vatNumber(),
    rcs: text({ max: 60 }),
    naf: text({ max: 10 }),
    email: email(),
    telephone: phone(),
    iban: iban().help(),
    bic: bic(),
    /** Days between the posting of a quote and the end of its validity. */
    validityDays: int({ min: 1, max: 366 }).default(30),
    /** Days between the issue of a bill and its due date. */
    dueDays: int({ min: 0, max: 60 }).default(30).help(),
    vatOnDebits: bool().help(),
    latePenalty: longText({ max: 1_000 }).help(),
  },
  operations: ['read', 'update'],
  list: ['name', 'siren', 'vatNumber', 'city', 'validityDays', 'dueDays'],
  sums: [],
  label: 'name',
});
