import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, formatMoney, Notice, toLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { changePath } from '../../api-paths';
import { useAttemptKey } from '../desk/use-attempt-key';
import type { ChangeDialogProps } from './cancel-places';
import type { ChangeAnswer, Credit } from './change-rules';

/** Gives the credit of earlier changes back: to the payments, and what they do not cover to the gift voucher. */
export const ReturnCredit = ({
  id,
  reservation,
  credit,
  onClose,
  onDone,
}: Omit<ChangeDialogProps, 'hasEmail'> & { credit: Credit }) => {
  const { t, i18n } = useTranslation('ticketing');
  const shown = (minor: number) => formatMoney(minor, toLanguage(i18n.language));
  const { refundMinor, toVoucherMinor } = credit;
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const attempt = useAttemptKey();
  const { edition } = reservation;
  const save = useMutation({
    mutationFn: () =>
      api.post<ChangeAnswer>(
        changePath(id, 'refund-credit'),
        { edition },
        { idempotencyKey: attempt(String(edition)) },
      ),
    onSuccess: ({ backMinor, toVoucherMinor: onVoucherMinor }) => {
      const back = backMinor - onVoucherMinor;
      if (back > 0) toast.good(t('change.return-credit.done', { amount: shown(back) }));
      if (onVoucherMinor > 0)
        toast.good(t('change.return-credit.done-voucher', { amount: shown(onVoucherMinor) }));
      onDone();
    },
  });
  return (
    <Dialog
      title={t('change.return-credit', { amount: shown(refundMinor + toVoucherMinor) })}
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
      {refundMinor > 0 && <p>{t('change.return-credit.what', { amount: shown(refundMinor) })}</p>}
      {toVoucherMinor > 0 && (
        <p data-testid="return-credit-voucher">
          {t('change.return-credit.voucher', { amount: shown(toVoucherMinor) })}
        </p>
      )}
    </Dialog>
  );
};
