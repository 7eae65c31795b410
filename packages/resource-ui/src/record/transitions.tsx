import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Notice, useLanguage } from '@coulisse/ui-kit';
import { mainStep, type RecordAnswer, type Step, stepsOf, useResourceText } from '@coulisse/resource-client';
import { TransitionDialog } from '@coulisse/resource-fields';
import { useTransition } from './use-transition';

interface TransitionsProps {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  /** Shows the first possible transition as the main button. */
  primary?: boolean;
  /** Shows only the next step; the others are in the menu. */
  short?: boolean;
}

/** A row with more transitions has room for possible ones only: the menu has the others, with the reason of each. */
const MOST_BUTTONS = 4;
export const isFolded = (steps: readonly unknown[]): boolean => steps.length > MOST_BUTTONS;

/** Transitions as buttons; a blocked one shows its reason on hover, on focus and to screen readers. */
export const Transitions = ({ descriptor, record, primary = true, short }: TransitionsProps) => {
  const language = useLanguage();
  const steps = stepsOf(descriptor, record, language);
  const main = primary ? mainStep(steps) : undefined;
  const shown = short
    ? steps.filter((step) => step.name === main)
    : steps.filter((step) => step.allowed || !step.reasons || !isFolded(steps));
  const flow = useSteps(descriptor, record);
  // The main button comes last in the row.
  const ordered = [...shown].sort((a, b) => Number(a.name === main) - Number(b.name === main));
  return (
    <>
      {ordered.map((step) => (
        <Button
          key={step.name}
          kind={step.name === main ? 'main' : step.danger ? 'danger' : 'plain'}
          busy={flow.busy === step.name}
          disabledBecause={step.allowed ? undefined : step.reasons}
          data-testid={`transition-${step.name}`}
          onClick={() => flow.take(step)}
        >
          {step.label}
        </Button>
      ))}
      {flow.dialog}
    </>
  );
};

/** Executes a transition, directly or after a confirmation. */
export const useSteps = (descriptor: ResourceDescriptor, record: RecordAnswer) => {
  const [asking, setAsking] = useState<Step | null>(null);
  const move = useTransition(descriptor, record);
  const close = () => setAsking(null);
  return {
    busy: move.isPending ? move.variables.name : null,
    take: (step: Step) => {
      if (move.isPending) return;
      if (step.asks) setAsking(step);
      else move.mutate({ name: step.name });
    },
    dialog: asking && (
      <TransitionDialog
        descriptor={descriptor}
        record={record}
        step={asking}
        busy={move.isPending}
        onConfirm={async (comment, confirmed, input) => {
          const taken = { name: asking.name, comment, confirmed, input };
          if (!asking.input?.length) return move.mutate(taken, { onSettled: close });
          // What was typed is not lost when the service refuses it.
          await move.mutateAsync({ ...taken, isShownByDialog: true });
          close();
        }}
        onClose={close}
      />
    ),
  };
};

/** The reasons of blocked transitions as text, where there is room, so that they are readable without hovering. */
export const Blocked = ({ descriptor, record }: TransitionsProps) => {
  const text = useResourceText();
  const language = useLanguage();
  return stepsOf(descriptor, record, language)
    .filter((step) => !step.allowed && step.reasons)
    .map((step) => (
      <Notice key={step.name} tone="warn">
        <b>{step.label}</b> {text('record.blocked', { reasons: step.reasons })}
      </Notice>
    ));
};
