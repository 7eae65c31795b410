import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, formatMoney, Notice, toLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { changePath } from '../../api-paths';
import { useAttemptKey } from '../desk/use-attempt-key';
import type { ChangeDialogProps } from './cancel-places';

/** Marks the credit of earlier changes for refund. */
export const ReturnCredit = ({
  id,
  reservation,
  creditMinor,
  onClose,
  onDone,
}: Omit<ChangeDialogProps, 'hasEmail'> & { creditMinor: number }) => {
  const { t, i18n } = useTranslation('ticketing');
  const amount = formatMoney(creditMinor, toLanguage(i18n.language));
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const attempt = useAttemptKey();
  const { edition } = reservation;
  const save = useMutation({
    mutationFn: () =>
      api.post(changePath(id, 'refund-credit'), { edition }, { idempotencyKey: attempt(String(edition)) }),
    onSuccess: () => {
      toast.good(t('change.return-credit.done', { amount }));
      onDone();
    },
  });
  return (
    <Dialog
      title={t('change.return-credit', { amount })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('change.return-credit.keep')}</Button>
          <Button
            kind="main"
            busy={save.isPending}
            data-testid="return-credit-confirm"
            onClick={() => save.mutate()}
          >
            {t('change.return-credit.confirm')}
          </Button>
        </>
      }
    >
      {save.isError && <Notice tone="bad">{problemText(save.error)}</Notice>}
      <p>{t('change.return-credit.what')}</p>
    </Dialog>
  );
};
