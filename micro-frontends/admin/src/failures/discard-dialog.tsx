import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Notice, Textarea } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

export interface DiscardDialogProps {
  /** API path of the failed delivery. */
  path: string;
  event: string;
  onClose: () => void;
  onDone: () => void;
}

/** Discarding an event is final, so a reason is required. */
export const DiscardDialog = ({ path, event, onClose, onDone }: DiscardDialogProps) => {
  const { t } = useTranslation('admin');
  const api = useApi();
  const problem = useProblemText();
  const [reason, setReason] = useState('');
  const discard = useMutation({
    mutationFn: () => api.post(`${path}/_discard`, { reason }),
    onSuccess: onDone,
  });
  const errors = discard.error instanceof ApiProblem ? discard.error.errors : [];
  const error = errors.find(({ pointer }) => pointer === '/reason')?.detail;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!discard.isPending) discard.mutate();
  };
  return (
    <Dialog title={t('failure.discard.title')} bare onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="c-dialog-body a-fields">
          {discard.isError && !error && <Notice tone="bad">{problem(discard.error)}</Notice>}
          <p>{t('failure.discard.body', { event })}</p>
          <Field label={t('failure.discard.reason')} help={t('failure.discard.help')} required error={error}>
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
          <Button onClick={onClose}>{t('failure.discard.keep')}</Button>
          <Button
            kind="danger-main"
            type="submit"
            busy={discard.isPending}
            disabledBecause={reason.trim() ? undefined : t('failure.discard.reason-needed')}
            data-testid="failure-discard-confirm"
          >
            {t('failure.discard')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
