import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Button, formatMoney, toLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

interface PaymentLinkActionProps {
  /** Where the link is requested. */
  path: string;
  email: string;
  dueMinor: number;
}

/** `Envoyer un lien de paiement`: mails the buyer the link by which they pay what is left. */
export const PaymentLinkAction = ({ path, email, dueMinor }: PaymentLinkActionProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const api = useApi();
  const toast = useToast();
  const problemText = useProblemText();
  const amount = formatMoney(dueMinor, toLanguage(i18n.language));
  const send = useMutation({
    mutationFn: () => api.post(path, {}),
    onSuccess: () => toast.good(t('payment-link.sent', { email, amount })),
    onError: (error) => toast.bad(problemText(error)),
  });
  return (
    <Button
      busy={send.isPending}
      disabledBecause={email ? undefined : t('reservation.resend.no-email')}
      data-testid="payment-link"
      onClick={() => send.mutate()}
    >
      {t('payment-link.send')}
    </Button>
  );
};
