import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit/format';
import type { ActionState, RecordAnswer } from './record-answer';

/** A transition that is offered, possible now or blocked. */
export interface Step {
  name: string;
  label: string;
  /** Why it is blocked; empty when it is possible. */
  reasons: string;
  allowed: boolean;
  /** Leads to a bad final state (refused, cancelled): never proposed as the next step. */
  danger: boolean;
  /** States ahead on the normal course; 0 where the state stays, less than 0 off the course. */
  distance: number;
  /** Done once more after its time, so that the state stays: never proposed as the next step. */
  again: boolean;
  /** The screen asks for confirmation, or for an input. */
  asks: boolean;
  /** Fields to fill in. */
  input?: readonly FieldDescriptor[];
  /** What the dialog says: `{field}` is the value of the record. */
  body?: { text: string; fields: readonly string[] };
  /** Labels of the two confirmation buttons; default: the label of the transition and "cancel". */
  words?: { confirm: string; cancel: string };
}

/** Where a transition leads that leaves a record in the state that it finds. */
const SAME_STATE = 'same';

const reasonsOf = (blockers: ActionState['blockers']): string =>
  blockers.map((blocker) => blocker.detail ?? blocker.code).join(' ');

/** Manual transitions from the current state, without those the user has no right to. */
export const stepsOf = (descriptor: ResourceDescriptor, record: RecordAnswer, language: Language): Step[] => {
  const { lifecycle } = descriptor;
  const state = String(record['state']);
  const place = (of: string) => lifecycle?.path.indexOf(of) ?? -1;
  const all = lifecycle?.transitions ?? [];
  // One that keeps the state here, and leads other states to another one.
  const moving = new Set(all.filter(({ to }) => to !== SAME_STATE).map(({ name }) => name));
  return all
    .filter(
      (transition) =>
        !transition.auto && !transition.system && transition.may && transition.from.includes(state),
    )
    .map(({ name, label, to, confirm, words, input, body }) => {
      const action = record._actions?.find((candidate) => candidate.name === name);
      const danger = lifecycle?.tones[to] === 'bad';
      return {
        name,
        label: label[language],
        allowed: action?.allowed ?? true,
        reasons: reasonsOf(action?.blockers ?? []),
        danger,
        distance: to === state || to === SAME_STATE ? 0 : place(to) < 0 ? -1 : place(to) - place(state),
        again: to === SAME_STATE && moving.has(name),
        asks: danger || confirm === true || (input?.length ?? 0) > 0,
        ...(input && { input }),
        ...(body && { body: { text: body.text[language], fields: body.fields } }),
        ...(words && { words: { confirm: words.confirm[language], cancel: words.keep[language] } }),
      };
    });
};

/**
 * The next step of the page: the possible transition to the nearest state ahead on the normal course; without one, the
 * first possible transition that does not lead to a bad end and is not done again.
 */
export const mainStep = (steps: readonly Step[]): string | undefined => {
  const possible = steps.filter((step) => step.allowed && !step.danger && !step.again);
  const ahead = possible.filter(({ distance }) => distance > 0);
  const nearest = Math.min(...ahead.map(({ distance }) => distance));
  return (ahead.find(({ distance }) => distance === nearest) ?? possible[0])?.name;
};
