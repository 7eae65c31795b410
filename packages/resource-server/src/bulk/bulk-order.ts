import {
  featuresOf,
  isManual,
  isRedacted,
  transitionOf,
  transitionRight,
  type ResourceDefinition,
} from '@coulisse/resource';
import { z } from 'zod';
import { named } from '@coulisse/service-kit/http';
import { may } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import { parseTransitionInput } from '../transition-input';
import type { Call } from '../types';

export const BULK_ACTIONS = ['update', 'delete', 'archive', 'restore', 'transition'] as const;
/** Maximum number of ids per request; more records are selected by a query and processed by a job. */
export const MOST_IDS = 200;

/** The action to apply to each record. */
export interface BulkAction {
  readonly action: (typeof BULK_ACTIONS)[number];
  /** For an update: the new values. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly transition?: string;
  /** For a transition: the values of its input, the same for all records. */
  readonly input?: unknown;
  /** For a transition: a comment for the history. */
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
    /** Query parameters of a list. */
    query: z.record(z.string(), z.unknown(), 'validation.type').optional(),
    values: z.looseObject({}, 'validation.type').optional(),
    transition: z.string('validation.type').optional(),
    input: z.unknown().optional(),
    comment,
  }),
);
export type BulkBody = z.output<typeof bulkBody>;

const refuse = (pointer: string, code: 'validation.choice' | 'validation.not-blank'): never => {
  throw new Problem('validation.failed', { errors: [{ pointer, code }] });
};

/** Bulk actions that the resource offers. */
export function bulkActions(resource: ResourceDefinition): BulkAction['action'][] {
  const { operations, lifecycle } = resource;
  const updates = operations.includes('update');
  return [
    ...(updates ? (['update'] as const) : []),
    ...(operations.includes('delete') ? (['delete'] as const) : []),
    ...(updates && featuresOf(resource).archivable ? (['archive', 'restore'] as const) : []),
    ...(lifecycle ? (['transition'] as const) : []),
  ];
}

/** Validates the order of a request against the resource and the caller's rights. */
export function bulkOrder({ resource, actor }: Call, body: BulkBody): BulkAction {
  const { action, values, transition, input, comment: commentText } = body;
  if (!bulkActions(resource).includes(action)) refuse('/action', 'validation.choice');
  if (!body.ids === !body.query)
    refuse(body.ids ? '/query' : '/ids', body.ids ? 'validation.choice' : 'validation.not-blank');
  if (action === 'update' && !values) refuse('/values', 'validation.not-blank');
  // Secrets are refused: a job stores its order unencrypted, and is kept for days.
  const secret = body.query && Object.keys(values ?? {}).find((field) => isSecretField(resource, field));
  if (secret !== undefined) refuse(`/values/${secret}`, 'validation.choice');
  const move = action === 'transition' ? transitionOf(resource, transition ?? '') : undefined;
  if (action === 'transition' && (!move || !isManual(move) || move.bulk === false))
    refuse('/transition', 'validation.choice');
  if (!may(actor, rightOf(resource, action, transition)))
    throw new Problem('security.insufficient-privilege');
  if (move) parseTransitionInput(resource, transition ?? '', input);
  else if (input !== undefined) refuse('/input', 'validation.choice');
  return {
    action,
    ...(action === 'update' && values ? { values } : {}),
    ...(move && transition !== undefined ? { transition } : {}),
    ...(move && input !== undefined ? { input } : {}),
    ...(move && commentText ? { comment: commentText } : {}),
  };
}

const isSecretField = ({ fields }: ResourceDefinition, field: string): boolean => {
  const spec = Object.hasOwn(fields, field) ? fields[field]?.spec : undefined;
  return !!spec && [spec, ...Object.values(spec.fields ?? {}).map((field) => field.spec)].some(isRedacted);
};

function rightOf(resource: ResourceDefinition, action: BulkAction['action'], transition = ''): string {
  if (action === 'transition') return transitionRight(resource, transition);
  return `${resource.rights}.${action === 'delete' ? 'delete' : 'update'}`;
}
