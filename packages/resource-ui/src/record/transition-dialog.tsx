import { useId, useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Textarea, useLanguage } from '@coulisse/ui-kit';
import type { RecordAnswer } from '../data/queries';
import { useResourceText } from '../locales';
import { titleOf } from '../title';
import type { Step } from './steps';

interface TransitionDialogProps {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  step: Step;
  busy: boolean;
  onConfirm: (comment: string) => void;
  onClose: () => void;
}

/** Asks before a step that matters, and takes a comment for those who will look back. */
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
  const name = titleOf(descriptor, record, useLanguage());
  return (
    <Dialog
      title={text('transition.title', { action: step.label })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('form.cancel')}</Button>
          <Button
            kind={step.danger ? 'danger-main' : 'main'}
            busy={busy}
            data-testid="transition-confirm"
            onClick={() => onConfirm(comment)}
          >
            {step.label}
          </Button>
        </>
      }
    >
      <p>{text('transition.body', { name })}</p>
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
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onConfirm(comment);
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
