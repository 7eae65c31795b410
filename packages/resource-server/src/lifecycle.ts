import {
  type AnyRecord,
  baseName,
  type Blocker,
  blockersOf,
  type ErasedTransition,
  isManual,
  type Locales,
  type ResourceDefinition,
  rowChoiceBlockers,
  transitionOf,
  transitionRight,
} from '@coulisse/resource';
import { message, type Language } from '@coulisse/contracts';
import { may, scopeOf, type Actor } from '@coulisse/service-kit/actor';
import { messageId } from './present';
import type { Call, Row } from './types';
import { covers, type Relation } from './visibility';

/** A reason why an action is not allowed, in the caller's language. */
export interface PresentedBlocker {
  code: string;
  params: Record<string, string | number>;
  detail: string;
}
export interface PresentedAction {
  name: string;
  allowed: boolean;
  blockers: PresentedBlocker[];
}

const WRONG_STATE = 'transition.impossible';
/** True if the record is not in a source state of the transition; guards are then not evaluated. */
export const isWrongState = (blockers: readonly Blocker[]) => blockers[0]?.code === WRONG_STATE;

/** What a caller wants to do: without an input, the conditions on it are not evaluated. */
export interface TransitionAttempt {
  readonly actor: Actor;
  readonly record: AnyRecord;
  readonly facts: unknown;
  readonly input?: Row;
  /** Whose record it is; without it, a right on all records is needed. */
  readonly relation?: Relation;
}

/** True if the actor may do the transition, whatever the record: people have a right to it, the system does the rest. */
export function mayTransition(resource: ResourceDefinition, actor: Actor, name: string): boolean {
  if (transitionOf(resource, name)?.system) return actor.kind === 'system';
  return may(actor, transitionRight(resource, name));
}

/** The blockers of a transition; empty if it is allowed. Callers cannot run automatic transitions. */
export function transitionBlockers(
  resource: ResourceDefinition,
  name: string,
  { actor, record, facts, input, relation = 'other' }: TransitionAttempt,
): Blocker[] {
  const transition = transitionOf(resource, name);
  if (!transition || transition.auto || !transition.from.includes(record.state))
    return [{ code: WRONG_STATE, params: { state: record.state } }];
  const isCovered = covers(scopeOf(actor, transitionRight(resource, name)), relation);
  if (!mayTransition(resource, actor, name) || !isCovered)
    return [{ code: 'security.insufficient-privilege' }];
  return [
    ...blockersOf(transition.needs ?? [], { actor, record, facts }),
    ...(input
      ? [
          ...rowChoiceBlockers(transition.input ?? {}, input, record),
          ...blockersOf(transition.inputRules ?? [], { actor, record, facts, input }),
        ]
      : []),
  ];
}

/** True if the buttons of the record depend on facts: a guard of a transition that the actor may do now exists. */
export const needsFacts = ({ lifecycle }: ResourceDefinition, { state }: AnyRecord): boolean =>
  !!lifecycle?.facts &&
  Object.values(lifecycle.transitions).some(
    (transition) => isManual(transition) && transition.from.includes(state) && transition.needs?.length,
  );

/** True if facts may decide anything of a transition: without guards, values, event and effects, nothing asks for them. */
export const readsFacts = ({ needs, inputRules, values, emits, effects }: ErasedTransition): boolean =>
  !!needs?.length || !!inputRules?.length || !!values || !!emits || !!effects?.length;

/** The automatic transition that is due for the record, if any. Facts are loaded only if a guard decides from them. */
export async function dueTransition(
  { lifecycle }: ResourceDefinition,
  actor: Actor,
  record: AnyRecord,
  loadFacts: () => Promise<unknown>,
): Promise<string | undefined> {
  let facts: { readonly value: unknown } | undefined;
  for (const [name, { auto, from, when, needs = [] }] of Object.entries(lifecycle?.transitions ?? {})) {
    if (!auto || !from.includes(record.state) || !when?.(record)) continue;
    if (needs.length > 0) facts ??= { value: await loadFacts() };
    if (blockersOf(needs, { actor, record, facts: facts?.value }).length === 0) return name;
  }
  return undefined;
}

/** Blockers as they are served; for a wrong state the detail contains its label. */
export const presentBlockers = (
  resource: ResourceDefinition,
  language: Language,
  blockers: readonly Blocker[],
  locales: Locales | undefined,
): PresentedBlocker[] =>
  blockers.map(({ code, params = {} }) => {
    if (code !== WRONG_STATE) return { code, params, detail: message(messageId(code), language, params) };
    const state = String(params.state);
    const texts = locales?.[language] ?? {};
    const named = [resource.name, baseName(resource)].map((name) => texts[`${name}.state.${state}`]);
    const label = named.find(Boolean) ?? state;
    return { code, params, detail: message('transition.wrong-state', language, { state: label }) };
  });

/** Every manual transition, whether it is allowed and why not, so that the UI can explain a disabled button. */
export const presentActions = (
  { resource, actor, language }: Call,
  record: AnyRecord,
  locales: Locales | undefined,
  facts?: unknown,
  relation?: Relation,
): PresentedAction[] =>
  Object.entries(resource.lifecycle?.transitions ?? {})
    .filter(([, transition]) => isManual(transition))
    .map(([name]) => {
      const blockers = transitionBlockers(resource, name, {
        actor,
        record,
        facts,
        ...(relation && { relation }),
      });
      return {
        name,
        allowed: blockers.length === 0,
        blockers: presentBlockers(resource, language, blockers, locales),
      };
    });
