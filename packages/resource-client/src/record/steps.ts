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
  /** The screen asks for confirmation, or for an input. */
  asks: boolean;
  /** Fields to fill in. */
  input?: readonly FieldDescriptor[];
  /** What the dialog says: `{field}` is the value of the record. */
  body?: { text: string; fields: readonly string[] };
  /** Labels of the two confirmation buttons; default: the label of the transition and "cancel". */
  words?: { confirm: string; cancel: string };
}

const reasonsOf = (blockers: ActionState['blockers']): string =>
  blockers.map((blocker) => blocker.detail ?? blocker.code).join(' ');

/** Manual transitions from the current state, without those the user has no right to. */
export const stepsOf = (descriptor: ResourceDescriptor, record: RecordAnswer, language: Language): Step[] => {
  const { lifecycle } = descriptor;
  const state = String(record['state']);
  return (lifecycle?.transitions ?? [])
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
        asks: danger || confirm === true || (input?.length ?? 0) > 0,
        ...(input && { input }),
        ...(body && { body: { text: body.text[language], fields: body.fields } }),
        ...(words && { words: { confirm: words.confirm[language], cancel: words.keep[language] } }),
      };
    });
};

/** The next step of the page: the first possible transition to a good state. */
export const mainStep = (steps: readonly Step[]): string | undefined =>
  steps.find((step) => step.allowed && !step.danger)?.name;
