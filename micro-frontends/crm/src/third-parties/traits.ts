/** Fields that tell a third party from another one. */
const TELLING = [
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
/** A first name alone is everybody's. */
const ENOUGH = TELLING.filter((field) => field !== 'firstName');
const SHORTEST = 3;

type Values = Readonly<Record<string, unknown>>;
const typed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What crm is asked about while a record is typed; nothing as long as nothing tells who it is. */
export const askedTraits = (values: Values, fixedKind?: unknown): Record<string, unknown> | null => {
  const kind = fixedKind ?? values['kind'];
  if (typeof kind !== 'string' || !ENOUGH.some((field) => typed(values[field]).length >= SHORTEST))
    return null;
  const addresses = Array.isArray(values['addresses']) ? (values['addresses'] as Values[]) : [];
  return {
    kind,
    ...Object.fromEntries(
      TELLING.map((field) => [field, typed(values[field])]).filter(([, value]) => value !== ''),
    ),
    zipCodes: addresses.map((one) => typed(one['zipCode'])).filter(Boolean),
  };
};
