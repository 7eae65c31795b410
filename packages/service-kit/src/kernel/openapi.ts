import {
  isNeverNull,
  systemColumns,
  type FieldSpec,
  type Fields,
  type ResourceDefinition,
} from '@coulisse/resource';
import { z } from 'zod';
import { OPERATORS } from './list-query';
import { inputSchemas } from './parse';

/** Schema of a value as it is served. */
function served(spec: FieldSpec): z.ZodType {
  switch (spec.kind) {
    case 'int':
      return z.int();
    case 'bool':
      return z.boolean();
    case 'date':
      return z.iso.date();
    case 'datetime':
      return z.iso.datetime();
    case 'enumeration':
      return z.enum([...(spec.values ?? [])]);
    case 'ref':
      return reference;
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
const reference = z.object({ id: z.uuid(), label: z.string().nullable() });
const servedFields = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { spec }]) => [
      name,
      isNeverNull(spec) ? served(spec) : served(spec).nullable(),
    ]),
  );

const action = z.object({
  name: z.string(),
  allowed: z.boolean(),
  blockers: z.array(
    z.object({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      detail: z.string(),
    }),
  ),
});
const shape = (resource: ResourceDefinition) => ({
  id: z.uuid(),
  version: z.int(),
  ...servedFields(resource.fields),
  ...Object.fromEntries(systemColumns(resource).map(({ field, spec }) => [field, served(spec)])),
});
export const recordSchema = (resource: ResourceDefinition) =>
  z.object({ ...shape(resource), _actions: z.array(action) });
export const listSchema = (resource: ResourceDefinition) =>
  z.object({
    items: z.array(z.object(shape(resource)).partial()),
    page: z.object({
      size: z.int(),
      number: z.int().optional(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      total: z.int(),
    }),
    sums: z.record(z.string(), z.string()),
  });
export const historySchema = z.object({
  items: z.array(
    z.object({
      at: z.iso.datetime(),
      actor: z.string(),
      impersonator: z.string().nullable(),
      action: z.string(),
      changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
    }),
  ),
});

/** The request body, for the OpenAPI document: the pipeline itself reads and checks it. */
export const bodyOf = (resource: ResourceDefinition, operation: 'create' | 'update') => ({
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: z.toJSONSchema(inputSchemas(resource)[operation], { io: 'input', unrepresentable: 'any' }),
      },
    },
  },
});

/** The query of a list, for the OpenAPI document. */
export function listParameters(resource: ResourceDefinition) {
  const parameter = (name: string, schema: object, description: string) => ({
    name,
    in: 'query',
    required: false,
    schema,
    description,
  });
  return {
    parameters: [
      parameter('size', { type: 'integer', minimum: 1, maximum: 200, default: 25 }, 'Rows of a page'),
      parameter('page', { type: 'integer', minimum: 1 }, 'Page by number'),
      parameter('after', { type: 'string' }, 'Cursor of the next or the previous page'),
      parameter(
        'sort',
        { type: 'string', default: resource.sort },
        'Column, or -column for the other way round',
      ),
      parameter('q', { type: 'string' }, 'Words to look for'),
      parameter(
        'f.{field}.{operator}',
        { type: 'string' },
        `Filter on a field; operators: ${OPERATORS.join(', ')}`,
      ),
    ],
  };
}
