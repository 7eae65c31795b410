import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Input, Notice } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

interface ReasonDialogProps {
  title: string;
  body: string;
  confirm: string;
  /** API path that the reason is sent to. */
  path: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason of a correction, which is stored in the history. */
export const ReasonDialog = ({ title, body, confirm, path, onClose, onDone }: ReasonDialogProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const problem = useProblemText();
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: () => api.post(path, { reason }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: onDone,
  });
  return (
    <Dialog title={title} onClose={onClose} bare>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending && reason.trim()) send.mutate();
        }}
      >
        <div className="c-dialog-body">
          <p>{body}</p>
          <Field label={t('refund.why')} required>
            {(control) => (
              <Input
                {...control}
                maxLength={500}
                value={reason}
                data-testid="refund-reason"
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          {send.isError && <Notice tone="bad">{problem(send.error)}</Notice>}
        </div>
        <footer>
          <Button onClick={onClose}>{t('refund.leave')}</Button>
          <Button
            kind="main"
            type="submit"
            busy={send.isPending}
            disabledBecause={reason.trim() ? undefined : t('refund.why.needed')}
            data-testid="refund-reason-save"
          >
            {confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
