import fc from 'fast-check';
import { send } from './http-client';

type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: Json;
}

/** One operation of the product's own description. */
export interface Operation {
  area: 'back-office' | 'public-front';
  method: string;
  path: string;
  right: string | null;
  parameters: Parameter[];
  /** Media types of the body with their schemas. */
  bodies: [string, Json][];
}

/** The operations of one document, with what its schemas refer to. */
export interface Description {
  operations: Operation[];
  schemas: Record<string, Json>;
}

const asObject = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};

export function descriptionOf(area: Operation['area'], document: Json): Description {
  const operations = Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, found]): Operation => {
      const operation = asObject(found);
      const content = asObject(asObject(operation['requestBody'])['content']);
      const right = operation['x-right'];
      return {
        area,
        method: method.toUpperCase(),
        path,
        right: typeof right === 'string' ? right : null,
        parameters: (Array.isArray(operation['parameters']) ? operation['parameters'] : []) as Parameter[],
        bodies: Object.entries(content).map(([type, media]) => [type, asObject(asObject(media)['schema'])]),
      };
    }),
  );
  return {
    operations,
    schemas: asObject(asObject(document['components'])['schemas']) as Record<string, Json>,
  };
}

/** Both documents as the running product serves them to readers of its API page. */
export async function describeProduct(origin: string): Promise<Description> {
  const areas = ['back-office', 'public-front'] as const;
  const read = async (area: Operation['area']) => {
    const { status, body } = await send(origin, { method: 'GET', path: `/b/api/docs/${area}.json` });
    if (status !== 200) throw new Error(`the description of ${area} answered ${status}`);
    return descriptionOf(area, JSON.parse(body.toString()) as Json);
  };
  const parts = await Promise.all(areas.map(read));
  const operations = parts.flatMap((part) => part.operations);
  return {
    operations,
    schemas: Object.assign({}, ...parts.map((part) => part.schemas)) as Description['schemas'],
  };
}

/** The path with its parameters filled in. */
export const pathOf = (operation: Operation, valueOf: (name: string) => string): string =>
  operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(valueOf(name)));

/** The collection that a path's `{id}` belongs to: `/b/api/crm/tiers`. */
export const collectionOf = (path: string): string =>
  path.slice(0, path.indexOf('/{') < 0 ? undefined : path.indexOf('/{'));

const DEEPEST = 6;

/** Values that a schema allows, mostly. */
export function valuesOf(schema: Json, schemas: Record<string, Json>, depth = 0): fc.Arbitrary<unknown> {
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const found = schemas[ref.replace('#/components/schemas/', '')];
    return found && depth < DEEPEST ? valuesOf(found, schemas, depth + 1) : fc.constant(null);
  }
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives) && alternatives.length > 0)
    return fc.oneof(
      ...(alternatives as Json[]).map((alternative) => valuesOf(alternative, schemas, depth + 1)),
    );
  const choices = schema['enum'];
  if (Array.isArray(choices) && choices.length > 0) return fc.constantFrom(...(choices as unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  const types = [schema['type']].flat().filter((type): type is string => typeof type === 'string');
  const kinds = types.map((type) => valuesOfType(type, schema, schemas, depth));
  return kinds.length > 0 ? fc.oneof(...kinds) : fc.jsonValue({ maxDepth: 2 });
}

function valuesOfType(
  type: string,
  schema: Json,
  schemas: Record<string, Json>,
  depth: number,
): fc.Arbitrary<unknown> {
  const number = (name: string, otherwise: number) =>
    typeof schema[name] === 'number' ? schema[name] : otherwise;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const min = Math.max(number('minimum', -1_000), -1e9);
      return fc.integer({ min, max: Math.max(min, Math.min(number('maximum', 1_000), 1e9)) });
    }
    case 'number':
      return fc.double({ min: -1e6, max: 1e6, noNaN: true });
    case 'array':
      return depth >= DEEPEST
        ? fc.constant([])
        : fc.array(valuesOf(asObject(schema['items']), schemas, depth + 1), { maxLength: 3 });
    case 'object':
      return depth >= DEEPEST ? fc.constant({}) : objects(schema, schemas, depth);
    default:
      return texts(schema);
  }
}

function objects(schema: Json, schemas: Record<string, Json>, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(asObject(schema['properties']));
  const required = (Array.isArray(schema['required']) ? schema['required'] : []) as string[];
  const model = Object.fromEntries(
    properties.map(([name, inner]) => [name, valuesOf(asObject(inner), schemas, depth + 1)]),
  );
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

const DATES = ['2026-02-28', '2027-12-31', '2024-02-29'];

function texts(schema: Json): fc.Arbitrary<string> {
  switch (schema['format']) {
    case 'uuid':
      return fc.uuid({ version: 7 });
    case 'email':
      return fc.nat(1e6).map((n) => `fuzz-${n}@attack.example`);
    case 'date':
      return fc.constantFrom(...DATES);
    case 'date-time':
      return fc.constantFrom(...DATES.map((date) => `${date}T12:00:00.000Z`));
    case 'time':
      return fc.constantFrom('00:00', '23:59', '20:30');
    case 'uri':
      return fc.constantFrom('https://attack.example/', 'http://127.0.0.1:1/');
    default: {
      const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 60;
      return fc.string({ unit: 'grapheme', maxLength: Math.min(most, 60) });
    }
  }
}
