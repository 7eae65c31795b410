import {
  baseName,
  blockersOf,
  transitionOf,
  transitionRight,
  type AnyRecord,
  type Blocker,
  type ResourceDefinition,
} from '@coulisse/resource';
import { message, type Language } from '@coulisse/contracts';
import { may, type Actor } from '../actor';
import type { Locales } from '../service/types';
import { messageId } from './present';
import type { Call } from './types';

/** Why something may not be done, in the words of whoever asks. */
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
/** True when no guard is asked at all: the record is not where the transition begins. */
export const isWrongState = (blockers: readonly Blocker[]) => blockers[0]?.code === WRONG_STATE;

/** Why a transition may not be done now; nothing when it may. Those that the pipeline does by itself are nobody's. */
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

/** The transition that the record now does by itself, if there is one. */
export const dueTransition = ({ lifecycle }: ResourceDefinition, record: AnyRecord): string | undefined =>
  lifecycle &&
  Object.keys(lifecycle.transitions).find((name) => {
    const { auto, from, when, needs = [] } = lifecycle.transitions[name]!;
    return auto && from.includes(record.state) && when?.(record) && blockersOf(needs, record).length === 0;
  });

/** Blockers as they are served: of a wrong state it is said which one. */
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

/** Every transition that people do, with whether it may be done now, and why not: a grey button says why. */
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
