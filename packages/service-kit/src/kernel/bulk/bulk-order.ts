import {
  featuresOf,
  isSecret,
  transitionOf,
  transitionRight,
  type ResourceDefinition,
} from '@coulisse/resource';
import { z } from 'zod';
import { named } from '../../http/openapi';
import { may } from '../../actor';
import { Problem } from '../../problem/problem';
import type { Call } from '../types';

export const BULK_ACTIONS = ['update', 'delete', 'archive', 'restore', 'transition'] as const;
/** Records that one request names; more are asked for by a query, and done by a job. */
export const MOST_IDS = 200;

/** What is done to each of many records. */
export interface BulkOrder {
  readonly action: (typeof BULK_ACTIONS)[number];
  /** Of an update: what each record is changed to. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly transition?: string;
  /** Of a transition: what its history says besides. */
  readonly comment?: string;
}

export const comment = z.string('validation.type').trim().max(2_000, 'validation.length').optional();

export const bulkBody = named(
  'Bulk',
  z.strictObject({
    action: z.enum(BULK_ACTIONS, 'validation.choice'),
    ids: z
      .array(z.uuid('validation.choice'), 'validation.type')
      .min(1, 'validation.choice-count')
      .max(MOST_IDS, 'validation.choice-count')
      .optional(),
    /** Parameters of a list. */
    query: z.record(z.string(), z.unknown(), 'validation.type').optional(),
    values: z.looseObject({}, 'validation.type').optional(),
    transition: z.string('validation.type').optional(),
    comment,
  }),
);
export type BulkBody = z.output<typeof bulkBody>;

const refuse = (pointer: string, code: 'validation.choice' | 'validation.not-blank'): never => {
  throw new Problem('validation.failed', { errors: [{ pointer, code }] });
};

/** Actions that the resource offers for many records at once. */
export function bulkActions(resource: ResourceDefinition): BulkOrder['action'][] {
  const { operations, lifecycle } = resource;
  const updates = operations.includes('update');
  return [
    ...(updates ? (['update'] as const) : []),
    ...(operations.includes('delete') ? (['delete'] as const) : []),
    ...(updates && featuresOf(resource).archivable ? (['archive', 'restore'] as const) : []),
    ...(lifecycle ? (['transition'] as const) : []),
  ];
}

/** The order of a request, which makes sense for the resource and which the caller may give. */
export function bulkOrder({ resource, actor }: Call, body: BulkBody): BulkOrder {
  const { action, values, transition, comment: said } = body;
  if (!bulkActions(resource).includes(action)) refuse('/action', 'validation.choice');
  if (!body.ids === !body.query)
    refuse(body.ids ? '/query' : '/ids', body.ids ? 'validation.choice' : 'validation.not-blank');
  if (action === 'update' && !values) refuse('/values', 'validation.not-blank');
  // A job keeps its order as it was given, and its result for days.
  const secret = body.query && Object.keys(values ?? {}).find((field) => isSecretField(resource, field));
  if (secret !== undefined) refuse(`/values/${secret}`, 'validation.choice');
  const move = action === 'transition' ? transitionOf(resource, transition ?? '') : undefined;
  if (action === 'transition' && (!move || move.auto || move.bulk === false))
    refuse('/transition', 'validation.choice');
  if (!may(actor, rightOf(resource, action, transition)))
    throw new Problem('security.insufficient-privilege');
  return {
    action,
    ...(action === 'update' && values ? { values } : {}),
    ...(move && transition !== undefined ? { transition } : {}),
    ...(move && said ? { comment: said } : {}),
  };
}

const isSecretField = ({ fields }: ResourceDefinition, field: string): boolean => {
  const spec = Object.hasOwn(fields, field) ? fields[field]?.spec : undefined;
  return !!spec && [spec, ...Object.values(spec.fields ?? {}).map((one) => one.spec)].some(isSecret);
};

function rightOf(resource: ResourceDefinition, action: BulkOrder['action'], transition = ''): string {
  if (action === 'transition') return transitionRight(resource, transition);
  return `${resource.rights}.${action === 'delete' ? 'delete' : 'update'}`;
}
