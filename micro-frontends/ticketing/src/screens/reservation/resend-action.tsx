import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import type { ReservationDetails } from './reservation-details';

/** `Renvoyer les billets`: mails the tickets of a sold reservation again. */
export const ResendAction = ({ record, descriptor }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const toast = useToast();
  const problemText = useProblemText();
  const email = String(record['customerEmail'] ?? '');
  const isSold = record['state'] === 'VALIDATED' && may('ticketing.reservation.sell');
  const details = useQuery({
    queryKey: ['reservation', record.id, record.version],
    queryFn: () => api.get<ReservationDetails>(`${descriptor.path}/${record.id}/informations`),
    enabled: isSold,
  });
  const resend = useMutation({
    mutationFn: () => api.post(`${descriptor.path}/${record.id}/resend-tickets`, {}),
    onSuccess: () => toast.good(t('reservation.resend.done', { email })),
    onError: (error) => toast.bad(problemText(error)),
  });
  if (!isSold || !details.data) return null;
  const blocked = !email
    ? t('reservation.resend.no-email')
    : !details.data.documentId && t('reservation.resend.no-tickets');
  return (
    <Button
      busy={resend.isPending}
      disabledBecause={blocked || undefined}
      data-testid="resend-tickets"
      onClick={() => resend.mutate()}
    >
      {t('reservation.resend')}
    </Button>
  );
};
