import { randomUUID } from 'node:crypto';
import {
  isLocalRef,
  isWritable,
  type FieldSpec,
  type Fields,
  type ResourceDefinition,
} from '@coulisse/resource';
import { makeRecord, type Caller, type ResourceHarness } from './describe-resource';

const fit = (text: string, { min = 0, max = 255 }: FieldSpec) => text.padEnd(min, 'x').slice(0, max);
const amount = ({ min = 0, max = Infinity }: FieldSpec) => Math.min(Math.max(1, min), max);

/** A valid value of a field; references are made where the service has them. */
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
    case 'ref':
      return target(spec);
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
  wanted: (name: string) => boolean,
  target: (spec: FieldSpec) => Promise<string>,
) {
  const values: Record<string, unknown> = {};
  for (const [name, { spec }] of Object.entries(fields))
    if (!spec.readonly && wanted(name)) values[name] = await sampleValue(spec, target);
  return values;
}

/** A valid body for a new record of the resource, every field that it accepts filled. */
export async function sampleInput(
  resource: ResourceDefinition,
  harness: ResourceHarness,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const target = async (spec: FieldSpec): Promise<string> => {
    const pointed = harness.resources?.find((one) => one.name === spec.target);
    if (!pointed || !isLocalRef(resource, spec)) return randomUUID();
    return makeRecord(pointed, { ...harness, input: undefined, make: undefined }, caller);
  };
  return sampleFields(resource.fields, (name) => isWritable(resource, name), target);
}
