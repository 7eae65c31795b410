import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Notice, useLanguage } from '@coulisse/ui-kit';
import type { RecordAnswer } from '../data/queries';
import { useResourceText } from '../locales';
import { mainStep, type Step, stepsOf } from './steps';
import { TransitionDialog } from './transition-dialog';
import { useTransition } from './use-transition';

interface TransitionsProps {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  /** The first possible one is the next step of the page. */
  primary?: boolean;
  /** Only the next step: the others are in the menu. */
  short?: boolean;
}

/** Steps as buttons; one that may not be taken yet says why, on hover, on focus and to a screen reader. */
export const Transitions = ({ descriptor, record, primary = true, short }: TransitionsProps) => {
  const language = useLanguage();
  const steps = stepsOf(descriptor, record, language);
  const main = primary ? mainStep(steps) : undefined;
  const shown = short ? steps.filter((step) => step.name === main) : steps;
  const flow = useSteps(descriptor, record);
  // The next step is the last one of the row, where the eye ends.
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

/** Takes a step at once, or after a question. */
export const useSteps = (descriptor: ResourceDescriptor, record: RecordAnswer) => {
  const [asking, setAsking] = useState<Step | null>(null);
  const move = useTransition(descriptor, record);
  const end = { onSettled: () => setAsking(null) };
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
        onConfirm={(comment, confirmed) => move.mutate({ name: asking.name, comment, confirmed }, end)}
        onClose={() => setAsking(null)}
      />
    ),
  };
};

/** The same reasons in full, where there is room: nobody has to hover to learn them. */
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
