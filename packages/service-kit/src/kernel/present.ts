import {
  blockersOf,
  isLocalRef,
  transitionOf,
  transitionRight,
  type Blocker,
  type Fields,
  type ResourceDefinition,
} from '@coulisse/resource';
import { message, messages, type Language, type MessageId } from '@coulisse/contracts';
import { may, type Actor } from '../actor';
import type { FieldError } from '../problem/problem';
import type { LabelsByTarget } from './store';
import type { Loaded } from './types';

type Json = Record<string, unknown>;

export interface PresentedAction {
  name: string;
  allowed: boolean;
  blockers: { code: string; params: Record<string, string | number>; detail: string }[];
}

/** An id of the catalogue; a rule that names another one is a bug, better told at once than shown as a blank. */
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

/** Why a transition may not be done now; nothing when it may. */
export function transitionBlockers(
  resource: ResourceDefinition,
  actor: Actor,
  { record }: Loaded,
  name: string,
): Blocker[] {
  const transition = transitionOf(resource, name);
  if (!transition?.from.includes(record.state)) return [{ code: 'transition.impossible' }];
  if (!may(actor, transitionRight(resource, name))) return [{ code: 'security.insufficient-privilege' }];
  return blockersOf(transition.needs ?? [], record);
}

/** Every transition with whether it may be done now, and why not: a grey button says why. */
export function presentActions(
  resource: ResourceDefinition,
  actor: Actor,
  language: Language,
  loaded: Loaded,
): PresentedAction[] {
  return Object.keys(resource.lifecycle?.transitions ?? {}).map((name) => {
    const blockers = transitionBlockers(resource, actor, loaded, name);
    return {
      name,
      allowed: blockers.length === 0,
      blockers: blockers.map(({ code, params = {} }) => ({
        code,
        params,
        detail: message(messageId(code), language, params),
      })),
    };
  });
}

/** A record as JSON: references as `{ id, label }`. A stored label comes along; one that is not known is null. */
export function presentRecord(resource: ResourceDefinition, loaded: Loaded, labels: LabelsByTarget): Json {
  const values = (fields: Fields, record: Json): Json =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => name in record)
        .map(([name, { spec }]) => {
          const value = record[name];
          const label = (id: string) =>
            isLocalRef(resource, spec)
              ? (labels.get(spec.target ?? '')?.get(id) ?? null)
              : (loaded.labels[name] ?? null);
          if (spec.kind === 'ref')
            return [name, value === null ? null : { id: value, label: label(value as string) }];
          if (spec.kind === 'refs')
            return [name, (value as string[]).map((id) => ({ id, label: label(id) }))];
          if (spec.kind === 'children')
            return [
              name,
              (value as Json[]).map((child) => ({ id: child.id, ...values(spec.fields ?? {}, child) })),
            ];
          return [name, value];
        }),
    );
  const record = loaded.record as unknown as Json;
  const system = ['state', 'createdAt', 'updatedAt']
    .filter((name) => record[name] !== undefined)
    .map((name) => [name, record[name]]);
  return {
    id: record.id,
    version: record.version,
    ...values(resource.fields, record),
    ...(Object.fromEntries(system) as Json),
  };
}
