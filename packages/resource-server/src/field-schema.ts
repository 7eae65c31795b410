import { isNeverNull, isPointer, type FieldKind, type FieldSpec } from '@coulisse/resource';
import { isIdentifier } from '@coulisse/resource/validation';
import { z } from 'zod';

interface Hint {
  format?: string;
  pattern?: string;
  contentMediaType?: string;
  description?: string;
  examples?: readonly unknown[];
}
/** Hints in the OpenAPI schema of a kind, in addition to the type. */
const HINTS: Partial<Record<FieldKind, Hint>> = {
  richText: { contentMediaType: 'text/html', description: 'HTML of plain elements; others are removed' },
  money: { pattern: '^-?\\d{1,12}(\\.\\d{1,2})?$', description: 'Amount, as text', examples: ['89.00'] },
  decimal: {
    pattern: '^-?\\d{1,14}(\\.\\d{1,4})?$',
    description: 'Decimal number, as text',
    examples: ['1.5'],
  },
  percent: { pattern: '^-?\\d{1,3}(\\.\\d{1,4})?$', description: 'Percentage, as text', examples: ['20'] },
  duration: { description: 'Whole minutes', examples: [90] },
  date: { examples: ['2026-03-14'] },
  datetime: { examples: ['2026-03-14T19:30:00.000Z'] },
  time: { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['20:30'] },
  email: { format: 'email' },
  url: { format: 'uri' },
  color: { pattern: '^#[0-9a-fA-F]{6}$', examples: ['#336699'] },
  country: { description: 'ISO 3166-1 alpha-2', examples: ['FR'] },
  language: { description: 'ISO 639-1', examples: ['fr'] },
  currency: { description: 'ISO 4217', examples: ['EUR'] },
  iban: { description: 'IBAN', examples: ['FR1420041010050500013M02606'] },
  bic: { description: 'BIC', examples: ['PSSTFRPPPAR'] },
  siren: { description: 'SIREN', examples: ['404833048'] },
  siret: { description: 'SIRET', examples: ['73282932000074'] },
  vatNumber: { description: 'VAT number, its country first', examples: ['FR83404833048'] },
  nir: { description: 'French social security number, its key included' },
  number: { description: 'Code of a gap-free series', examples: ['F-2026-000001'] },
};
/** Adds the hints of the kind to a schema. */
export function described<S extends z.ZodType>({ kind, accept }: FieldSpec, schema: S): S {
  const hint = { ...HINTS[kind], ...(accept ? { description: `File: ${accept.join(', ')}` } : {}) };
  return Object.keys(hint).length ? schema.meta(hint) : schema;
}

const reference = z.object({ id: z.uuid(), label: z.string().nullable() });

/** The schema of a served value that is not null. */
function served(spec: FieldSpec): z.ZodType {
  if (isPointer(spec)) return reference;
  if (isIdentifier(spec.kind)) return z.string();
  switch (spec.kind) {
    case 'int':
    case 'duration':
      return z.int();
    case 'bool':
      return z.boolean();
    case 'date':
      return z.iso.date();
    case 'datetime':
      return z.iso.datetime();
    case 'enumeration':
      return z.enum([...(spec.values ?? [])]);
    case 'refs':
      return z.array(reference);
    case 'list':
      return z.array(served(spec.of ?? { kind: 'text' }));
    case 'children':
      return z.array(z.object({ id: z.uuid(), ...servedFields(spec.fields ?? {}) }));
    case 'json':
      return z.unknown();
    default:
      return z.string();
  }
}

/** The schemas of served fields. */
export const servedFields = (
  fields: Readonly<Record<string, { readonly spec: FieldSpec }>>,
): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { spec }]) => {
      if (spec.secret)
        return [
          name,
          z.null().meta({ description: 'Masked: POST …/reveal shows it, and the history says so' }),
        ];
      const value = described(spec, served(spec));
      return [name, isNeverNull(spec) && !spec.sensitive ? value : value.nullable()];
    }),
  );
