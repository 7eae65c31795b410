/** Fields that identify a third party. */
const IDENTIFYING = [
  'name',
  'firstName',
  'lastName',
  'email',
  'secondaryEmail',
  'telephone',
  'telephone2',
  'mobile',
  'mobile2',
  'siren',
  'siret',
  'intracommunityVatNumber',
] as const;
/** A first name alone does not identify a person. */
const SUFFICIENT = IDENTIFYING.filter((field) => field !== 'firstName');
const SHORTEST = 3;

type Values = Readonly<Record<string, unknown>>;
const typed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Search criteria for duplicates while a record is entered; null until an identifying field is filled. */
export const searchTraits = (values: Values, fixedKind?: unknown): Record<string, unknown> | null => {
  const kind = fixedKind ?? values['kind'];
  if (typeof kind !== 'string' || !SUFFICIENT.some((field) => typed(values[field]).length >= SHORTEST))
    return null;
  const addresses = Array.isArray(values['addresses']) ? (values['addresses'] as Values[]) : [];
  return {
    kind,
    ...Object.fromEntries(
      IDENTIFYING.map((field) => [field, typed(values[field])] as const).filter(([, value]) => value !== ''),
    ),
    zipCodes: addresses.map((address) => typed(address['zipCode'])).filter(Boolean),
  };
};
