import {
  bool,
  defineResource,
  enumeration,
  int,
  money,
  percent,
  READABLE_BY_USERS,
  sortable,
  text,
} from '@coulisse/resource';
import { questionsHaveTexts } from './option-entry.rules';
import en from './option.en.json';
import fr from './option.fr.json';

/** What may be bought with a formula: a cocktail, a programme, a seat by the aisle. Formulas name the options they offer. */
export const option = defineResource('ticketing.option', {
  path: 'configuration/options',
  texts: { fr, en },
  rights: 'ticketing.option',
  grants: READABLE_BY_USERS,
  fields: sortable({
    name: text({ max: 120 }).required().unique().searchable(),
    totalTTC: money({ min: 0, max: 99_999 }).required(),
    /** Rate of the tax, as in the VAT breakdown of a formula. */
    vat: percent({ min: 0, max: 100, decimals: 2 }).required(),
    accountingCode: text({ max: 20 }),
    displayOnReservationsMode: enumeration(['ALL', 'ADMIN']).default('ALL').help(),
    displayOnGiftVouchersMode: enumeration(['ALL', 'ADMIN']).default('ALL'),
    mandatory: bool().help(),
    preChecked: bool().help(),
    isTicket: bool().help(),
    requiresNumberEntry: bool().help(),
    numberEntryLabel: text({ max: 120 }),
    numberEntryMin: int({ min: 0, max: 1_000 }),
    requiresDetailEntry: bool().help(),
    detailEntryLabel: text({ max: 120 }),
    forPmr: bool().help(),
    forPostalSend: bool().help(),
    mustBeIncludedWithAGiftBag: bool().help(),
  }),
  sortable: true,
  rules: questionsHaveTexts,
  list: ['name', 'totalTTC', 'vat', 'mandatory', 'displayOnReservationsMode', 'displayOnGiftVouchersMode'],
  // The sum of prices means nothing.
  sums: [],
});
