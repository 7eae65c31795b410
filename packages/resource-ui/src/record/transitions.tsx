import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { Button, ConfirmDialog, Notice, useLanguage, useToast } from '@coulisse/ui-kit';
import { type ActionState, type RecordAnswer, useRefresh } from '../data/queries';
import { useResourceText } from '../locales';
import { useProblemText } from '../problem-text';
import { titleOf } from '../title';

interface TransitionsProps {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  /** The first possible one is the next step of the page. */
  primary?: boolean;
}

interface Step {
  name: string;
  label: string;
  blockers: ActionState['blockers'];
  allowed: boolean;
  /** Leads to an end that nobody wishes (refused, cancelled): never the next step. */
  danger: boolean;
}

/** Steps that leave the state of now; those that this person may not take at all are not offered. */
const useSteps = (descriptor: ResourceDescriptor, record: RecordAnswer): Step[] => {
  const language = useLanguage();
  const state = String(record['state']);
  return (descriptor.lifecycle?.transitions ?? [])
    .filter((transition) => transition.may && transition.from.includes(state))
    .map(({ name, label, to }) => {
      const action = record._actions?.find((candidate) => candidate.name === name);
      return {
        name,
        label: label[language],
        allowed: action?.allowed ?? true,
        blockers: action?.blockers ?? [],
        danger: descriptor.lifecycle?.tones[to] === 'bad',
      };
    });
};

const reasons = (blockers: ActionState['blockers']): string =>
  blockers.map((blocker) => blocker.detail ?? blocker.code).join(' ');

export const Transitions = ({ descriptor, record, primary = true }: TransitionsProps) => {
  const api = useApi();
  const toast = useToast();
  const refresh = useRefresh(descriptor);
  const problem = useProblemText();
  const text = useResourceText();
  const language = useLanguage();
  const [asking, setAsking] = useState<Step | null>(null);
  const steps = useSteps(descriptor, record);
  const main = primary ? steps.find((step) => step.allowed && !step.danger)?.name : undefined;
  const apply = useMutation({
    mutationFn: (name: string) =>
      api.post<RecordAnswer>(
        `${descriptor.path}/${record.id}/transitions/${name}`,
        {},
        { ifMatch: record.version },
      ),
    onSettled: () => setAsking(null),
    onSuccess: () => refresh(),
    onError: (failure) => toast.bad(problem(failure)),
  });
  const buttons = steps.map((step) => (
    <Button
      key={step.name}
      kind={step.name === main ? 'main' : step.danger ? 'danger' : 'plain'}
      busy={apply.isPending && apply.variables === step.name}
      disabledBecause={step.allowed ? undefined : reasons(step.blockers)}
      data-testid={`transition-${step.name}`}
      onClick={() => (step.danger ? setAsking(step) : apply.mutate(step.name))}
    >
      {step.label}
    </Button>
  ));
  return (
    <>
      {buttons}
      {asking && (
        <ConfirmDialog
          danger
          title={text('transition.title', { action: asking.label })}
          confirm={asking.label}
          busy={apply.isPending}
          onConfirm={() => apply.mutate(asking.name)}
          onClose={() => setAsking(null)}
        >
          {text('transition.body', { name: titleOf(descriptor, record, language) })}
        </ConfirmDialog>
      )}
    </>
  );
};

/** The same reasons in full, where there is room: nobody has to hover to learn them. */
export const Blocked = ({ descriptor, record }: TransitionsProps) => {
  const text = useResourceText();
  const blocked = useSteps(descriptor, record).filter((step) => !step.allowed && step.blockers.length > 0);
  return blocked.map((step) => (
    <Notice key={step.name} tone="warn">
      <b>{step.label}</b> {text('record.blocked', { reasons: reasons(step.blockers) })}
    </Notice>
  ));
};
