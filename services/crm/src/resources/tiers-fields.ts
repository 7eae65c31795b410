/** Fields that several kinds of third parties show, in the order of the screens. */
export const REACH = [
  'email',
  'secondaryEmail',
  'telephone',
  'telephone2',
  'mobile',
  'mobile2',
  'fax',
  'website',
  'zipCode',
  'city',
  'language',
  'newsletterSubscribed',
] as const;
export const FOLLOW_UP = [
  'group',
  'type',
  'status',
  'loyalty',
  'loyaltyIsManual',
  'turnoverHT',
  'customerAccountingCode',
  'isGiftVoucher',
] as const;
export const COMPANY = [
  'siren',
  'siret',
  'intracommunityVatNumber',
  'naf',
  'rcs',
  'eori',
  'legalStatus',
  'capital',
  'workforce',
  'vatRegime',
] as const;
export const ATTACHED = ['addresses', 'notes', 'ribs', 'mergedInto', 'isArchived'] as const;
