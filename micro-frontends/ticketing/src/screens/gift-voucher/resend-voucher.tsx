import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { voucherResendPath } from '../../api-paths';

/** `Renvoyer le bon`: mails a valid voucher to its buyer again. */
export const ResendVoucher = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const problemText = useProblemText();
  const email = String(record['customerEmail'] ?? '');
  const resend = useMutation({
    mutationFn: () => api.post(voucherResendPath(record.id), {}),
    onSuccess: () => toast.good(t('voucher.resend.done', { email })),
    onError: (error) => toast.bad(problemText(error)),
  });
  if (record['state'] !== 'VALIDATED' || !may('ticketing.gift-voucher.post')) return null;
  return (
    <p>
      <Button
        icon={<Mail className="c-icon" aria-hidden />}
        busy={resend.isPending}
        disabledBecause={email ? undefined : t('reservation.resend.no-email')}
        data-testid="resend-voucher"
        onClick={() => resend.mutate()}
      >
        {t('voucher.resend')}
      </Button>
    </p>
  );
};
