import { useId, useState } from 'react';
import { type ResourceDescriptor, type TransitionAnswer, useResourceScreens } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, type Language, Notice, Textarea, useLanguage } from '@coulisse/ui-kit';
import { type RecordAnswer, type Step, useResourceText } from '@coulisse/resource-client';
import { innerKindOf } from '../inner-kinds';
import { titleOf } from './title';
import { useTransitionInput } from './use-transition-input';

export interface TransitionDialogProps {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  step: Step;
  busy: boolean;
  /** Rejects with what the service refused, which the dialog shows: what was typed is not lost. */
  onConfirm: (
    comment: string,
    confirmed: readonly string[],
    input: Readonly<Record<string, unknown>>,
  ) => void | Promise<void>;
  onClose: () => void;
}

/** The text of the confirmation, with the values of the record. */
const filledIn = (
  { text, fields }: NonNullable<Step['body']>,
  { fields: all }: ResourceDescriptor,
  record: RecordAnswer,
  language: Language,
): string =>
  // A function: a value is not a replacement pattern.
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const field = all.find((candidate) => candidate.name === name);
    return field && fields.includes(name)
      ? innerKindOf(field).text(record[name], field, language) || '–'
      : placeholder;
  });

/** Dialog of a transition: what will happen, the fields that it asks for, and a comment for the history. */
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
  const language = useLanguage();
  const name = titleOf(descriptor, record, language);
  const input = useTransitionInput(step.input, { descriptor, record });
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirm = async () => {
    if (!answer.ready || busy) return;
    const values = await input.read();
    if (!values) return;
    setRefusal(null);
    try {
      await onConfirm(comment, answer.confirmed, values);
    } catch (failure) {
      setRefusal(input.refuse(failure));
    }
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
            onClick={() => void confirm()}
          >
            {step.words?.confirm ?? step.label}
          </Button>
        </>
      }
    >
      {Question ? (
        <Question record={record} descriptor={descriptor} answer={answer} onAnswer={setAnswer} />
      ) : (
        (step.body || step.distance !== 0) && (
          <p>
            {step.body
              ? filledIn(step.body, descriptor, record, language)
              : text('transition.body', { name })}
          </p>
        )
      )}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <div className="r-transition-comment">
        {input.element}
        <Field id={id} label={text('transition.comment')}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={2_000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void confirm();
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
