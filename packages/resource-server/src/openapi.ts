import {
  baseName,
  featuresOf,
  isFilterable,
  isListable,
  isSortable,
  systemColumns,
  type ResourceDefinition,
} from '@coulisse/resource';
import { z } from 'zod';
import { named } from '@coulisse/service-kit/http';
import { servedFields } from './field-schema';
import { OPERATORS } from './list-query';
import { inputSchemas, rowSchemasOf } from './parse';
import { shownFields } from './present';

const action = named(
  'Action',
  z.object({
    name: z.string(),
    allowed: z.boolean(),
    blockers: z.array(
      z.object({
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
        detail: z.string(),
      }),
    ),
  }),
);
const system = (resource: ResourceDefinition) =>
  servedFields(Object.fromEntries(systemColumns(resource).map(({ field, spec }) => [field, { spec }])));
const shape = (resource: ResourceDefinition, able: typeof isListable = () => true) => ({
  id: z.uuid(),
  version: z.int(),
  ...servedFields(
    Object.fromEntries(Object.entries(shownFields(resource)).filter(([, { spec }]) => able(spec))),
  ),
  ...system(resource),
});
const masked = z.array(z.string()).meta({ description: 'Fields that have a value and do not show it' });

const pastStates = z
  .array(z.object({ state: z.string(), at: z.iso.datetime() }))
  .optional()
  .meta({ description: 'States that the record entered, oldest first; only when it is read' });

/** A record as it is served. */
export const recordSchema = (resource: ResourceDefinition) => {
  const hasSecrets = Object.values(shownFields(resource)).some(({ spec }) => spec.secret || spec.sensitive);
  return named(
    resource.name,
    z.object({
      ...shape(resource),
      ...(hasSecrets ? { _masked: masked } : {}),
      _actions: z.array(action),
      ...(resource.lifecycle ? { _states: pastStates } : {}),
    }),
  );
};
/** A page of a list: rows contain the requested columns. */
export const listSchema = (resource: ResourceDefinition) =>
  named(
    `${resource.name}.page`,
    z.object({
      items: z.array(z.object(shape(resource, isListable)).partial().required({ id: true, version: true })),
      page: z.object({
        size: z.int(),
        number: z.int().optional(),
        next: z.string().nullable(),
        previous: z.string().nullable(),
        total: z.int().nullable().meta({ description: 'null when it was not asked for' }),
        exact: z.boolean().meta({ description: 'false when there are more than the total says' }),
      }),
      sums: z.record(z.string(), z.string()),
    }),
  );
export const historySchema = named(
  'History',
  z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        at: z.iso.datetime(),
        actor: z.string().nullable(),
        impersonator: z.string().nullable(),
        action: z.string(),
        changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
      }),
    ),
    next: z.uuid().nullable(),
  }),
);

/** The request body, for the OpenAPI document: the pipeline itself validates it. */
export const bodyOf = (resource: ResourceDefinition, operation: 'create' | 'update') => ({
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: named(`${resource.name}.${operation}`, inputSchemas(resource)[operation]),
      },
    },
  },
});

/** The request body of one row of a children field. */
export const rowBodyOf = (resource: ResourceDefinition, field: string, operation: 'create' | 'update') => ({
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: named(
          // Variants have the rows of their base.
          `${baseName(resource)}.${field}.${operation}`,
          rowSchemasOf(resource.fields[field]?.spec ?? { kind: 'children' })[operation],
        ),
      },
    },
  },
});

/** The query of a list, for the OpenAPI document. */
export function listParameters(resource: ResourceDefinition) {
  const parameter = (name: string, schema: object, description: string, extra: object = {}) => ({
    ...{ name, in: 'query', required: false, schema, description },
    ...extra,
  });
  const columns = [
    ...Object.entries(shownFields(resource)).map(([field, { spec }]) => ({ field, spec })),
    ...systemColumns(resource),
  ];
  const names = (able: typeof isSortable) =>
    columns.filter(({ spec }) => able(spec)).map(({ field }) => field);
  const sortable = names(isSortable);
  return {
    parameters: [
      parameter('size', { type: 'integer', minimum: 1, maximum: 200, default: 25 }, 'Rows of a page'),
      parameter('page', { type: 'integer', minimum: 1 }, 'Page by number'),
      parameter('after', { type: 'string' }, 'Cursor of the next or the previous page'),
      parameter(
        'sort',
        { type: 'string', enum: sortable.flatMap((field) => [field, `-${field}`]), default: resource.sort },
        'Column, or -column for the other way round',
      ),
      parameter('q', { type: 'string' }, 'Words to look for'),
      parameter(
        'conditions',
        { type: 'object', additionalProperties: { type: 'string' }, examples: [{}] },
        `Conditions that all hold, each as \`f.{field}.{operator}={value}\`. Fields: ${names(isFilterable).join(', ')}. Operators: ${OPERATORS.join(', ')}`,
        { style: 'form', explode: true },
      ),
      parameter(
        'filter',
        { type: 'string' },
        'Group of conditions, as JSON: `{"match": "all" or "any", "rules": [{"field", "op", "value"} or a group]}`, three deep, thirty rules',
      ),
      ...(featuresOf(resource).archivable
        ? [
            parameter(
              'archived',
              { type: 'string', enum: ['no', 'yes', 'all'], default: 'no' },
              'Records that were put away',
            ),
          ]
        : []),
      parameter(
        'columns',
        { type: 'array', items: { type: 'string', enum: names(isListable) }, default: resource.list },
        'Columns of the rows',
        { style: 'form', explode: false },
      ),
      parameter(
        'total',
        { type: 'string', enum: ['none', 'bounded'], default: 'bounded' },
        'Whether to count: up to 10,000, or not at all',
      ),
    ],
  };
}
