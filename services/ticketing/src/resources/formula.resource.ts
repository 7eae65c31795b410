import { parseAmount } from '@coulisse/money';
import {
  blocked,
  bool,
  children,
  date,
  defineResource,
  enumeration,
  int,
  longText,
  money,
  percent,
  READABLE_BY_USERS,
  ref,
  refs,
  text,
} from '@coulisse/resource';
import { periodEndsAfterStart, priceParts, sharesTotal } from './formula-price.rules';
import en from './formula.en.json';
import fr from './formula.fr.json';

/** What a seat of a category is sold as (menu and show), its price split over the VAT rates. */
export const formula = defineResource('ticketing.formula', {
  path: 'configuration/formules',
  texts: { fr, en },
  rights: 'ticketing.formula',
  grants: READABLE_BY_USERS,
  fields: {
    name: text({ max: 120 }).required().searchable(),
    category: ref('ticketing.seat-category').required(),
    description: longText(),
    ticketName: text({ max: 60 }),
    ticketPriceTTC: money({ min: 0, max: 99_999 }).required(),
    ticketPriceHT: money().readonly(),
    ticketPriceVAT: money().readonly(),
    vatBreakdown: children({
      label: text({ max: 80 }).required(),
      rate: percent().required(),
      amountTTC: money({ min: 0 }).required(),
    }).help(),
    prices: children(
      {
        priceTTC: money({ min: 0, max: 99_999 }).required(),
        channel: enumeration(['BOX_OFFICE', 'ONLINE']),
        validFrom: date(),
        validUntil: date(),
      },
      { rules: [periodEndsAfterStart] },
    ).help(),
    options: refs('ticketing.option').help(),
    costHT: money({ min: 0 }),
    ticketAccountingCode: text({ max: 20 }),
    minimumNumberOfPeople: int({ min: 1, max: 20 }).default(1),
    allowFreeDriverSpaces: bool(),
    /** Paid places that give a group a free place for a driver. */
    placesPerDriver: int({ min: 2, max: 300 }).required().default(20).help(),
    availableOnGiftVouchers: bool(),
    /** When VAT is due on a gift voucher for it. */
    giftVoucherPurpose: enumeration(['SINGLE_PURPOSE', 'MULTI_PURPOSE']).default('SINGLE_PURPOSE').help(),
    ignoreInLowestPrice: bool(),
    isDefault: bool(),
    isVisibleToPublic: bool().default(true),
    archived: bool(),
  },
  derive: {
    ticketPriceHT: ({ vatBreakdown }) => priceParts(vatBreakdown).ht,
    ticketPriceVAT: ({ vatBreakdown }) => priceParts(vatBreakdown).vat,
  },
  rules: [
    ({ vatBreakdown, ticketPriceTTC }) =>
      sharesTotal(vatBreakdown) !== parseAmount(ticketPriceTTC) &&
      blocked('formula.vat-sum', {}, '/vatBreakdown'),
  ],
  list: [
    'name',
    'category',
    'ticketPriceTTC',
    'minimumNumberOfPeople',
    'isDefault',
    'isVisibleToPublic',
    'archived',
  ],
  // The sum of prices means nothing.
  sums: [],
});
