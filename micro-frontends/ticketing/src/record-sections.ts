/** Fields of an option that are only asked for with the question that they belong to. */
export const NUMBER_ENTRY = new Set(['numberEntryLabel', 'numberEntryMin']);
export const DETAIL_ENTRY = new Set(['detailEntryLabel']);
export const OPTION_SECTIONS = [
  { fields: ['name', 'totalTTC', 'vat', 'accountingCode'] },
  {
    title: 'section.offer',
    fields: ['displayOnReservationsMode', 'displayOnGiftVouchersMode', 'mandatory', 'preChecked'],
  },
  {
    title: 'section.questions',
    fields: [
      'requiresNumberEntry',
      'numberEntryLabel',
      'numberEntryMin',
      'requiresDetailEntry',
      'detailEntryLabel',
    ],
  },
  {
    title: 'section.delivery',
    fields: ['isTicket', 'forPostalSend', 'mustBeIncludedWithAGiftBag', 'forPmr'],
  },
];

/** The same where a formula is created, on its page and where it is changed. */
const FORMULA_SALE = [
  'description',
  'options',
  'minimumNumberOfPeople',
  'isDefault',
  'isVisibleToPublic',
  'ignoreInLowestPrice',
  'availableOnGiftVouchers',
  'giftVoucherPurpose',
  'allowFreeDriverSpaces',
  'placesPerDriver',
];
const FORMULA_ACCOUNTS = { title: 'section.accounts', fields: ['ticketAccountingCode', 'costHT'] };
export const FORMULA_FORM = [
  { fields: ['name', 'category', 'ticketName', 'ticketPriceTTC'] },
  { title: 'section.sale', fields: FORMULA_SALE },
  FORMULA_ACCOUNTS,
];
export const FORMULA_SECTIONS = [
  { fields: ['name', 'category', 'ticketName', 'ticketPriceTTC', 'ticketPriceHT', 'ticketPriceVAT'] },
  { title: 'section.sale', fields: [...FORMULA_SALE, 'archived'] },
  FORMULA_ACCOUNTS,
];

export const SHOW_SECTIONS = [
  { fields: ['name', 'shortDescription', 'genre', 'color', 'description'] },
  { title: 'section.poster', fields: ['poster', 'posterAlt', 'posterFile'] },
  {
    title: 'section.sale',
    fields: ['displayMode', 'private', 'onSiteSales', 'placement', 'consecutivePlace', 'wholeTables'],
  },
  {
    title: 'section.tickets',
    fields: [
      'displaySeatNumber',
      'displayTableNumber',
      'generationTicketsUponReservation',
      'ticketGenerationXDaysBefore',
    ],
  },
  { title: 'section.accounts', fields: ['entity', 'costHT', 'performancesBefore'] },
];

export const SETTINGS_SECTIONS = [
  { fields: ['name'] },
  {
    title: 'section.site',
    closed: true as const,
    fields: [
      'frontMode',
      'frontColorForCustom',
      'frontFont',
      'logos',
      'headers',
      'footers',
      'wallpaper',
      'trackingPixels',
    ],
  },
  { title: 'section.embedding', closed: true as const, fields: ['embeddingOrigins'] },
  {
    title: 'section.legal',
    closed: true as const,
    fields: ['termsUrl', 'privacyUrl', 'reservationCannotBeSoldMessage', 'asksPostalAddress'],
  },
  {
    title: 'section.vouchers',
    closed: true as const,
    fields: [
      'validityDays',
      'endOfSeasonDateForGiftVouchers',
      'daysBeforeGiftVoucherExpiry',
      'giftVoucherCannotBeSoldMessage',
    ],
  },
  {
    title: 'section.deposits',
    closed: true as const,
    fields: ['daysBeforeToRemindInstalment', 'depositsOnCancellation', 'depositRefundDays'],
  },
  {
    title: 'section.documents',
    closed: true as const,
    fields: ['quotePaymentTerms', 'billPaymentTerms'],
  },
  { title: 'section.declarations', closed: true as const, fields: ['sacemNumber', 'cnvNumber', 'gaugeUsed'] },
  { title: 'section.yearly', closed: true as const, fields: ['yearlyTicketLimit', 'ticketsThisYear'] },
  {
    title: 'section.holds',
    closed: true as const,
    fields: ['seatsPerCart', 'seatsPerNetwork', 'sharePerNetwork', 'cartsPerNetwork', 'restMinutes'],
  },
  {
    title: 'section.waiting-list',
    closed: true as const,
    fields: ['waitingListOfferHours', 'waitingListNearHours'],
  },
];
export const WAITING_SECTIONS = [
  {
    fields: [
      'customerName',
      'customerEmail',
      'performance',
      'partySize',
      'category',
      'isTogether',
      'position',
      'joinedAt',
      'consentAt',
      'language',
    ],
  },
  {
    title: 'section.offer',
    fields: ['offerSeats', 'offeredAt', 'offerEndsAt', 'offerCount', 'endCause'],
  },
];
export const VOUCHER_SECTIONS = [
  {
    fields: [
      'customerName',
      'customerEmail',
      'customer',
      'beneficiaryName',
      'beneficiaryEmail',
      'message',
      'language',
      'channel',
      'displayMode',
      'items',
    ],
  },
  {
    title: 'section.worth',
    fields: [
      'totalTTC',
      'discount',
      'discountPercentage',
      'postageTTC',
      'hasGiftBag',
      'giftBagContents',
      'giftBagTTC',
      'leftToPay',
      'deadline',
      'cannotBeSold',
      'cannotBeSoldMessage',
      'balance',
      'soldOn',
      'validityDate',
      'vatPurpose',
      'totalVAT',
      'key',
    ],
  },
  {
    title: 'section.delivery',
    fields: ['sendOn', 'isSent', 'sentAt', 'remindedAt', 'isPostal', 'postalSended', 'postalSendedAt'],
  },
];
export const VOUCHER_FORM = [
  { fields: ['items', 'customerName', 'customerEmail', 'language', 'displayMode'] },
  { title: 'section.gift', fields: ['beneficiaryName', 'beneficiaryEmail', 'message', 'sendOn', 'isPostal'] },
];
export const PROMOTION_SECTIONS = [
  { fields: ['code', 'name', 'value', 'isPercentage', 'active'] },
  {
    title: 'section.limits',
    fields: ['start', 'end', 'maxNumberOfUses', 'numberOfUses', 'formulas', 'entity'],
  },
];
