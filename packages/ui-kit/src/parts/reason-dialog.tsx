import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field } from './field';
import { Textarea } from './input';
import { Notice } from './surface';
import { useUiText } from './use-ui-text';

export interface ReasonDialogProps {
  title: ReactNode;
  /** What happens, and whether it is final. */
  children: ReactNode;
  /** Label of the button that does it. */
  confirm: string;
  /** Label of the button that does not. */
  keep: string;
  danger?: boolean;
  busy?: boolean;
  /** What is wrong with the reason that was sent. */
  error?: ReactNode;
  /** Why the last attempt was refused, if that is not about the reason. */
  refusal?: ReactNode;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks why something is done; the reason goes to the history. */
export const ReasonDialog = ({
  title,
  children,
  confirm,
  keep,
  danger,
  busy,
  error,
  refusal,
  onConfirm,
  onClose,
}: ReasonDialogProps) => {
  const text = useUiText();
  const [reason, setReason] = useState('');
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!busy && reason.trim()) onConfirm(reason);
  };
  return (
    <Dialog title={title} bare onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="c-dialog-body c-reason">
          {refusal && <Notice tone="bad">{refusal}</Notice>}
          <p>{children}</p>
          <Field label={text('reason')} help={text('reason.help')} required error={error}>
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                maxLength={500}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        </div>
        <footer>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            kind={danger ? 'danger-main' : 'main'}
            type="submit"
            busy={busy}
            disabledBecause={reason.trim() ? undefined : text('reason.needed')}
            data-testid="reason-confirm"
          >
            {confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
