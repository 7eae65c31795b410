import { BUYER_FULL_NAME_MAX, BUYER_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import {
  archivable,
  blocked,
  bool,
  children,
  computed,
  date,
  defineResource,
  email,
  enumeration,
  image,
  int,
  money,
  phone,
  ref,
  related,
  siren,
  siret,
  text,
  url,
  vatNumber,
} from '@coulisse/resource';
import { emission } from '@coulisse/resource-server/emission';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { address, addressRules } from './addresses';
import { identifierRules } from './tiers-identifiers.rules';
import en from './tiers.en.json';
import fr from './tiers.fr.json';

export const TIERS_KINDS = ['particular', 'society', 'supplier'] as const;
/** Months within which a subscription ends. */
export const EXPIRES_IN = ['1', '2', '3', '4', '5', '6'] as const;

/** Of the last twelve months, without VAT. */
const TURNOVER = `(SELECT coalesce(sum(s.amount_ht), 0) FROM tiers_sale s WHERE s.tenant_id = t.tenant_id AND s.tiers_id = t.id
  AND s.cancelled_at IS NULL AND s.sold_at > now() - interval '12 months')`;
/** Smallest number of months within which the subscription ends. */
const EXPIRY = `(SELECT min(months)::text FROM generate_series(1, 6) AS months
  WHERE t.subscription_end BETWEEN ${LOCAL_TODAY} AND (${LOCAL_TODAY} + make_interval(months => months))::date)`;

/** A column of the address where it is: the main billing address, which every third party with addresses has. */
const ofMainAddress = (column: 'zip_code' | 'city') =>
  `(SELECT a.${column} FROM tiers_addresses a WHERE a.tenant_id = t.tenant_id AND a.parent_id = t.id
  ORDER BY a.main_billing DESC, a.position LIMIT 1)`;

/** A third party: an individual, a company or a supplier, in one table. */
export const tiers = defineResource('crm.tiers', {
  path: 'crm/tiers',
  texts: { fr, en },
  rights: 'crm.tiers',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all', create: 'all', update: 'all' } },
  furtherRights: ['merge'],
  fields: archivable({
    kind: enumeration(TIERS_KINDS).required(),
    civility: ref('crm.civility'),
    firstName: text({ max: BUYER_NAME_MAX }),
    lastName: text({ max: BUYER_NAME_MAX }),
    /** For an individual, the database derives it from the first and last name. */
    name: text({ max: BUYER_FULL_NAME_MAX }).searchable().help(),
    particularType: enumeration(['INTERNAL', 'EXTERNAL']).help(),
    /** Filled by hr, which owns jobs. */
    job: ref('hr.job').readonly(),
    photo: image(),
    email: email().searchable(),
    secondaryEmail: email(),
    telephone: phone().searchable(),
    telephone2: phone(),
    mobile: phone().searchable(),
    mobile2: phone(),
    fax: phone(),
    website: url(),
    zipCode: computed(text({ max: 12 }), ofMainAddress('zip_code')).help(),
    city: computed(text({ max: 120 }), ofMainAddress('city')).help(),
    language: enumeration(['fr', 'en']).default('fr'),
    group: ref('crm.tiers-group'),
    type: text({ max: 60 }),
    status: ref('crm.tiers-status'),
    loyalty: ref('crm.loyalty-label').help(),
    /** Chosen by hand: sales do not change it any more. */
    loyaltyIsManual: bool().help(),
    turnoverHT: computed(money(), TURNOVER).help(),
    /** Filled by sales, which owns accounting codes. */
    customerAccountingCode: ref('sales.accounting-code').readonly(),
    newsletterSubscribed: bool(),
    siren: siren().searchable().help(),
    siret: siret().help(),
    naf: text({ max: 10 }).help(),
    rcs: text({ max: 60 }).help(),
    eori: text({ max: 20 }).help(),
    legalStatus: ref('crm.legal-status'),
    capital: money({ min: 0 }),
    workforce: int({ min: 0 }),
    vatRegime: text({ max: 60 }).help(),
    intracommunityVatNumber: vatNumber().help(),
    subscriptionStart: date(),
    subscriptionEnd: date(),
    expiresIn: computed(enumeration(EXPIRES_IN), EXPIRY).help(),
    isGiftVoucher: bool().help(),
    addresses: children(address, { entity: 'crm.address' }),
    contacts: related('crm.contact', { by: 'society' }),
    /** Companies that an individual is a contact of. */
    contactOf: related('crm.contact', { by: 'particular' }),
    notes: related('crm.note', { by: 'tiers' }),
    ribs: related('payments.bank-details', { by: 'tiers' }),
    /** The third party that this one was merged into. */
    mergedInto: ref('crm.tiers').readonly(),
  }),
  rules: [
    ({ kind, name }) => kind !== 'particular' && !name && blocked('validation.not-blank', undefined, '/name'),
    ({ kind, lastName }) =>
      kind === 'particular' && !lastName && blocked('validation.not-blank', undefined, '/lastName'),
    ({ subscriptionStart, subscriptionEnd }) =>
      subscriptionStart !== null &&
      subscriptionEnd !== null &&
      subscriptionEnd < subscriptionStart &&
      blocked('validation.value-min', { min: subscriptionStart }, '/subscriptionEnd'),
    ({ mergedInto, isArchived }) => mergedInto !== null && !isArchived && blocked('tiers.already-merged'),
    ...identifierRules,
    ...addressRules,
  ],
  attachable: true,
  replacedBy: 'mergedInto',
  importKeys: ['email', 'siret', 'siren'],
  list: ['name', 'kind', 'email', 'telephone', 'group', 'status', 'loyalty', 'turnoverHT'],
  // A sum of turnovers would add up every sale of the tenant at each read of the list.
  sums: [],
  label: 'name',
  sort: 'name',
  emits: (record, action) =>
    action === 'delete'
      ? null
      : emission('crm.tiers.v1', {
          $case: 'changed',
          value: { tiersId: record.id, version: record.version, label: record.name ?? '' },
        }),
});
