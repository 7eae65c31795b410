import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { ReasonDialog } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

interface CorrectionDialogProps {
  title: string;
  body: string;
  confirm: string;
  /** API path that the reason is sent to. */
  path: string;
  onClose: () => void;
  onDone: () => void;
}

/** A correction of a payment, with its reason. */
export const CorrectionDialog = ({ title, body, confirm, path, onClose, onDone }: CorrectionDialogProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const problem = useProblemText();
  const send = useMutation({
    mutationFn: (reason: string) => api.post(path, { reason }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: onDone,
  });
  return (
    <ReasonDialog
      title={title}
      confirm={confirm}
      keep={t('refund.leave')}
      busy={send.isPending}
      refusal={send.isError ? problem(send.error) : undefined}
      onConfirm={send.mutate}
      onClose={onClose}
    >
      {body}
    </ReasonDialog>
  );
};
