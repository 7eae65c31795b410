import {
  isRecordRef,
  isPointer,
  isShown,
  type Blocker,
  type Fields,
  type FieldSpec,
  type ResourceDefinition,
} from '@coulisse/resource';
import { messages, type MessageId } from '@coulisse/contracts';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import type { LabelsByTarget, StoredRecord } from './types';

type Json = Record<string, unknown>;

/** An id of the message catalogue. An unknown one is a bug in a rule: it throws instead of showing an empty message. */
export function messageId(code: string): MessageId {
  if (!(code in messages('en'))) throw new Error(`${code} is not in the catalogue of messages`);
  return code as MessageId;
}
export const fieldErrors = (blockers: readonly Blocker[]): FieldError[] =>
  blockers.map(({ code, params, pointer }) => ({
    pointer: pointer ?? '',
    code: messageId(code),
    params: params ?? {},
  }));

/** The problem that rules raise. */
export const blockedBy = (
  blockers: readonly Blocker[],
  extensions: Json = {},
  status: 409 | 422 = 422,
): Problem => {
  const [first] = blockers;
  return new Problem(messageId(first?.code ?? 'internal'), {
    params: first?.params,
    status,
    errors: fieldErrors(blockers),
    extensions,
  });
};

/** How a field is served; computed once per field, not per record. */
interface Outgoing {
  readonly name: string;
  readonly way: 'plain' | 'sensitive' | 'secret' | 'pointer' | 'refs' | 'children';
  /** Referenced resource, whose labels are looked up; names of files are stored. */
  readonly target: string | undefined;
  readonly children: readonly Outgoing[];
}
function outgoing(fields: Fields): Outgoing[] {
  return Object.entries(fields).map(([name, { spec }]) => ({
    name,
    way: wayOf(spec),
    target: isRecordRef(spec) ? (spec.target ?? '') : undefined,
    children: outgoing(spec.fields ?? {}),
  }));
}
function wayOf(spec: FieldSpec): Outgoing['way'] {
  if (spec.secret) return 'secret';
  if (spec.sensitive) return 'sensitive';
  if (isPointer(spec)) return 'pointer';
  return spec.kind === 'refs' || spec.kind === 'children' ? spec.kind : 'plain';
}
const plans = new WeakMap<ResourceDefinition, readonly Outgoing[]>();
function planOf(resource: ResourceDefinition): readonly Outgoing[] {
  const cached = plans.get(resource);
  if (cached) return cached;
  const plan = outgoing(shownFields(resource));
  plans.set(resource, plan);
  return plan;
}

const SYSTEM = ['state', 'createdAt', 'updatedAt'] as const;

/**
 * A record as JSON: references as `{ id, label }`, with a null label if it is unknown. Secrets are null, sensitive fields
 * too unless `showsSensitive`; those with a value are named in `_masked`.
 */
export function presentRecord(
  resource: ResourceDefinition,
  loaded: StoredRecord,
  labels: LabelsByTarget,
  showsSensitive = false,
): Json {
  const record = loaded.record as unknown as Json;
  const out: Json = { id: record.id, version: record.version };
  const masked = serve(planOf(resource), record, out, { loaded, labels, showsSensitive });
  for (const name of SYSTEM) if (record[name] !== undefined) out[name] = record[name];
  if (masked) out._masked = masked;
  return out;
}

interface Serving {
  readonly loaded: StoredRecord;
  readonly labels: LabelsByTarget;
  readonly showsSensitive: boolean;
}

/** Writes the values of a record to `out`; returns the names of masked values, undefined without masked fields. */
function serve(plan: readonly Outgoing[], record: Json, out: Json, serving: Serving): string[] | undefined {
  const { loaded, labels, showsSensitive } = serving;
  let masked: string[] | undefined;
  for (const { name, way, target, children } of plan) {
    const value = record[name];
    if (value === undefined) continue;
    if (way === 'plain' || (way === 'sensitive' && showsSensitive)) out[name] = value;
    else if (way === 'secret' || way === 'sensitive') {
      out[name] = null;
      masked ??= [];
      if (value !== null) masked.push(name);
    } else if (way === 'children')
      out[name] = (value as Json[]).map((child) => {
        const row: Json = { id: child.id };
        serve(children, child, row, serving);
        return row;
      });
    else if (way === 'refs')
      out[name] = (value as string[]).map((id) => pointed(id, name, target, loaded, labels));
    else out[name] = value === null ? null : pointed(value as string, name, target, loaded, labels);
  }
  return masked;
}
const pointed = (
  id: string,
  name: string,
  target: string | undefined,
  loaded: StoredRecord,
  labels: LabelsByTarget,
) => ({
  id,
  label: (target === undefined ? loaded.labels[name] : labels.get(target)?.get(id)) ?? null,
});

const served = new WeakMap<ResourceDefinition, Fields>();
/** Fields that a resource serves: the shown ones, without related records. */
export function shownFields(resource: ResourceDefinition): Fields {
  const cached = served.get(resource);
  if (cached) return cached;
  const fields = Object.fromEntries(
    Object.entries(resource.fields).filter(
      ([name, { spec }]) => spec.kind !== 'related' && isShown(resource, name),
    ),
  );
  served.set(resource, fields);
  return fields;
}
