import {
  type AnyRecord,
  baseName,
  type Blocker,
  blockersOf,
  type Locales,
  type ResourceDefinition,
  transitionOf,
  transitionRight,
} from '@coulisse/resource';
import { message, type Language } from '@coulisse/contracts';
import { may, type Actor } from '@coulisse/service-kit/actor';
import { messageId } from './present';
import type { Call } from './types';

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

/** The blockers of a transition; empty if it is allowed. Callers cannot run automatic transitions. */
export function transitionBlockers(
  resource: ResourceDefinition,
  actor: Actor,
  record: AnyRecord,
  name: string,
): Blocker[] {
  const transition = transitionOf(resource, name);
  if (!transition || transition.auto || !transition.from.includes(record.state))
    return [{ code: WRONG_STATE, params: { state: record.state } }];
  if (!may(actor, transitionRight(resource, name))) return [{ code: 'security.insufficient-privilege' }];
  return blockersOf(transition.needs ?? [], record);
}

/** The automatic transition that is due for the record, if any. */
export const dueTransition = ({ lifecycle }: ResourceDefinition, record: AnyRecord): string | undefined =>
  lifecycle &&
  Object.keys(lifecycle.transitions).find((name) => {
    const { auto, from, when, needs = [] } = lifecycle.transitions[name]!;
    return auto && from.includes(record.state) && when?.(record) && blockersOf(needs, record).length === 0;
  });

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
): PresentedAction[] =>
  Object.entries(resource.lifecycle?.transitions ?? {})
    .filter(([, { auto }]) => !auto)
    .map(([name]) => {
      const blockers = transitionBlockers(resource, actor, record, name);
      return {
        name,
        allowed: blockers.length === 0,
        blockers: presentBlockers(resource, language, blockers, locales),
      };
    });
