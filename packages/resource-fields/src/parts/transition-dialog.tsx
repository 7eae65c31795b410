import { useId, useState } from 'react';
import { type ResourceDescriptor, type TransitionAnswer, useResourceScreens } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Textarea, useLanguage } from '@coulisse/ui-kit';
import { type RecordAnswer, type Step, useResourceText } from '@coulisse/resource-client';
import { titleOf } from './title';

interface TransitionDialogProps {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  step: Step;
  busy: boolean;
  onConfirm: (comment: string, confirmed: readonly string[]) => void;
  onClose: () => void;
}

/** Confirmation dialog of a transition, with a comment for the history. */
export const TransitionDialog = ({
  descriptor,
  record,
  step,
  busy,
  onConfirm,
  onClose,
}: TransitionDialogProps) => {
  const text = useResourceText();
  const id = useId();
  const [comment, setComment] = useState('');
  const Question = useResourceScreens(descriptor)?.overrides.record?.questions?.[step.name];
  const [answer, setAnswer] = useState<TransitionAnswer>({ confirmed: [], ready: !Question });
  const name = titleOf(descriptor, record, useLanguage());
  const confirm = () => {
    if (answer.ready && !busy) onConfirm(comment, answer.confirmed);
  };
  return (
    <Dialog
      title={step.words ? `${step.words.confirm} ${name}` : text('transition.title', { action: step.label })}
      onClose={onClose}
      footer={
        <>
          <Button data-testid="transition-keep" onClick={onClose}>
            {step.words?.cancel ?? text('form.cancel')}
          </Button>
          <Button
            kind={step.danger ? 'danger-main' : 'main'}
            busy={busy}
            data-testid="transition-confirm"
            disabledBecause={answer.ready ? undefined : text('transition.toConfirm')}
            onClick={confirm}
          >
            {step.words?.confirm ?? step.label}
          </Button>
        </>
      }
    >
      {Question ? (
        <Question record={record} descriptor={descriptor} answer={answer} onAnswer={setAnswer} />
      ) : (
        <p>{text('transition.body', { name })}</p>
      )}
      <div className="r-transition-comment">
        <Field id={id} label={text('transition.comment')}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={2_000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) confirm();
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
