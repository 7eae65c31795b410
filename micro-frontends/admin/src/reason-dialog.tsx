import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Notice, Textarea } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

export interface ReasonDialogProps {
  title: string;
  /** What happens, and that it is final. */
  children: ReactNode;
  /** Label of the button that does it. */
  confirm: string;
  /** Label of the button that does not. */
  keep: string;
  /** API path that is sent the reason. */
  path: string;
  onClose: () => void;
  onDone: () => void;
}

/** Ends work for good, which needs a reason. */
export const ReasonDialog = ({
  title,
  children,
  confirm,
  keep,
  path,
  onClose,
  onDone,
}: ReasonDialogProps) => {
  const { t } = useTranslation('admin');
  const api = useApi();
  const problem = useProblemText();
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: () => api.post(path, { reason }),
    onSuccess: onDone,
  });
  const errors = send.error instanceof ApiProblem ? send.error.errors : [];
  const error = errors.find(({ pointer }) => pointer === '/reason')?.detail;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!send.isPending) send.mutate();
  };
  return (
    <Dialog title={title} bare onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="c-dialog-body a-fields">
          {send.isError && !error && <Notice tone="bad">{problem(send.error)}</Notice>}
          <p>{children}</p>
          <Field label={t('reason')} help={t('reason.help')} required error={error}>
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
            kind="danger-main"
            type="submit"
            busy={send.isPending}
            disabledBecause={reason.trim() ? undefined : t('reason.needed')}
            data-testid="reason-confirm"
          >
            {confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
