import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { type Language } from '@coulisse/ui-kit';
import type { ActionState, RecordAnswer } from '../data/queries';

/** A transition as somebody may take it, or may not yet. */
export interface Step {
  name: string;
  label: string;
  /** Why not; empty when it may be taken. */
  reasons: string;
  allowed: boolean;
  /** Leads to an end that nobody wishes (refused, cancelled): never the next step. */
  danger: boolean;
  /** The screen asks first. */
  asks: boolean;
  /** Words of the two buttons of the question; the step's own and a plain "cancel" unless told. */
  words?: { confirm: string; keep: string };
}

const reasonsOf = (blockers: ActionState['blockers']): string =>
  blockers.map((blocker) => blocker.detail ?? blocker.code).join(' ');

/** Steps that leave the state of now, by hand; those that this person may not take at all are not offered. */
export const stepsOf = (descriptor: ResourceDescriptor, record: RecordAnswer, language: Language): Step[] => {
  const { lifecycle } = descriptor;
  const state = String(record['state']);
  return (lifecycle?.transitions ?? [])
    .filter((transition) => !transition.auto && transition.may && transition.from.includes(state))
    .map(({ name, label, to, confirm, words }) => {
      const action = record._actions?.find((candidate) => candidate.name === name);
      const danger = lifecycle?.tones[to] === 'bad';
      return {
        name,
        label: label[language],
        allowed: action?.allowed ?? true,
        reasons: reasonsOf(action?.blockers ?? []),
        danger,
        asks: danger || confirm === true,
        ...(words && { words: { confirm: words.confirm[language], keep: words.keep[language] } }),
      };
    });
};

/** The next step of the page: the first possible one that leads somewhere good. */
export const mainStep = (steps: readonly Step[]): string | undefined =>
  steps.find((step) => step.allowed && !step.danger)?.name;
