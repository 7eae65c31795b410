import { randomInt, randomUUID } from 'node:crypto';
import {
  isLocalRef,
  isWritable,
  type FieldSpec,
  type Fields,
  type ResourceDefinition,
} from '@coulisse/resource';

const fit = (text: string, { min = 0, max = 255 }: FieldSpec) => text.padEnd(min, 'x').slice(0, max);
const amount = ({ min = 0, max = Infinity }: FieldSpec) => Math.min(Math.max(1, min), max);

const digits = (length: number) => String(randomInt(10 ** length)).padStart(length, '0');
/** Digits with their Luhn check digit, as in a SIREN or a SIRET. */
function withLuhnKey(text: string): string {
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${text}${(10 - (sum % 10)) % 10}`;
}

/** A valid value of a field; `target` creates the record that a reference points at. */
async function sampleValue(spec: FieldSpec, target: (spec: FieldSpec) => Promise<string>): Promise<unknown> {
  switch (spec.kind) {
    case 'text':
    case 'longText':
      return fit(`s-${randomUUID()}`, spec);
    case 'int':
      return amount(spec);
    case 'decimal':
    case 'percent':
      return String(amount(spec));
    case 'money':
      return amount(spec).toFixed(2);
    case 'bool':
      return false;
    case 'date':
      return '2031-05-14';
    case 'time':
      return '20:30';
    case 'datetime':
      return '2031-05-14T18:30:00.000Z';
    case 'enumeration':
      return spec.values?.[0];
    case 'email':
      return `sample-${randomUUID()}@example.test`;
    case 'phone':
      return '+33 1 23 45 67 89';
    case 'url':
      return 'https://example.test/';
    case 'color':
      return '#336699';
    case 'country':
      return 'FR';
    case 'json':
      return { sample: true };
    case 'richText':
      return '<p>Some <strong>sample</strong> text</p>';
    case 'duration':
      return Math.max(90, spec.min ?? 0);
    case 'language':
      return 'fr';
    case 'currency':
      return 'EUR';
    case 'iban':
      return 'FR1420041010050500013M02606';
    case 'bic':
      return 'PSSTFRPPPAR';
    case 'siren':
      return withLuhnKey(digits(8));
    case 'siret':
      return withLuhnKey(`732829320${digits(4)}`);
    case 'vatNumber':
      return 'FR83404833048';
    case 'nir':
      return '295109912611193';
    case 'ref':
      return target(spec);
    // A file must be stored in the documents service: a test that needs one passes its id.
    case 'file':
    case 'image':
      return undefined;
    case 'refs':
      return [await target(spec)];
    case 'list':
      return [await sampleValue(spec.of ?? { kind: 'text' }, target)];
    case 'children':
      return [await sampleFields(spec.fields ?? {}, () => true, target)];
  }
}

async function sampleFields(
  fields: Fields,
  isIncluded: (name: string) => boolean,
  target: (spec: FieldSpec) => Promise<string>,
) {
  const values: Record<string, unknown> = {};
  for (const [name, { spec }] of Object.entries(fields))
    // A reference to another row of the record has no value that fits every record.
    if (!spec.readonly && spec.sibling === undefined && isIncluded(name))
      values[name] = await sampleValue(spec, target);
  return values;
}

/**
 * A valid body for a new record of the resource, with every writable field set. `makeRecord` creates the referenced
 * records that belong to `resources`; for other references a random id is enough.
 */
export async function sampleInput(
  resource: ResourceDefinition,
  resources: readonly ResourceDefinition[],
  makeRecord: (resource: ResourceDefinition) => Promise<string>,
): Promise<Record<string, unknown>> {
  const target = targetOf(resource, resources, makeRecord);
  const values = await sampleFields(resource.fields, (name) => isWritable(resource, name), target);
  for (const { spec } of Object.values(resource.fields)) {
    const datedBy = spec.numbering?.datedBy;
    // Numbers follow the order of these dates, and none is in the future.
    if (datedBy && datedBy in values) values[datedBy] = '2024-05-14';
  }
  return values;
}

/** The same for the input of a transition. */
export const sampleTransitionInput = (
  resource: ResourceDefinition,
  name: string,
  resources: readonly ResourceDefinition[],
  makeRecord: (resource: ResourceDefinition) => Promise<string>,
): Promise<Record<string, unknown>> =>
  sampleFields(
    resource.lifecycle?.transitions[name]?.input ?? {},
    () => true,
    targetOf(resource, resources, makeRecord),
  );

const targetOf =
  (
    resource: ResourceDefinition,
    resources: readonly ResourceDefinition[],
    makeRecord: (resource: ResourceDefinition) => Promise<string>,
  ) =>
  async (spec: FieldSpec): Promise<string> => {
    const referenced = resources.find((candidate) => candidate.name === spec.target);
    return referenced && isLocalRef(resource, spec) ? makeRecord(referenced) : randomUUID();
  };
