import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type TransitionQuestionProps, useApi } from '@coulisse/mfe-kit';
import { Check, formatMoney, Notice, SkeletonLines, toLanguage } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { isCancellationMailed } from './cancel-rules';
import { moneyOf, type ReservationDetails } from './reservation-details';

/** Confirmation codes that the service expects. */
const PEOPLE_ARRIVED = 'people-arrived';
const REFUND_DEPOSIT = 'refund-deposit';

interface Current extends ReservationDetails {
  state: string;
  numberOfPlaces: number;
  arrivedCount: number | null;
  customerEmail: string | null;
}

/**
 * Effects of a cancellation, with the figures of the reservation. Loaded when the dialog opens, because people may
 * have arrived since.
 */
export const CancelQuestion = ({ record, descriptor, answer, onAnswer }: TransitionQuestionProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const current = useQuery({
    queryKey: ['reservation', record.id, 'cancel'],
    queryFn: () => api.get<Current>(`${descriptor.path}/${record.id}/informations`),
    gcTime: 0,
    staleTime: 0,
  });
  const inRoom = current.data && (current.data.arrivedCount ?? 0);
  useEffect(() => {
    // A changed number of arrived people has to be confirmed again.
    if (inRoom !== undefined) onAnswer({ confirmed: [], ready: inRoom === 0 });
  }, [inRoom, onAnswer]);
  if (current.isError) return <Failure failure={current.error} onRetry={() => void current.refetch()} />;
  if (!current.data) return <SkeletonLines lines={3} />;
  const { numberOfPlaces: places, customerEmail: email, payments, state, byVoucherMinor } = current.data;
  const arrived = inRoom ?? 0;
  const owed = payments
    .filter((payment) => payment.state === 'ACCEPTED')
    .reduce((sum, payment) => sum + payment.amountMinor - payment.refundedMinor, 0);
  const sold = state === 'VALIDATED';
  const isMailed = isCancellationMailed(state);
  const keptMinor = current.data.keptOnCancellationMinor;
  const isRefunded = answer.confirmed.includes(REFUND_DEPOSIT);
  return (
    <div className="t-cancel" data-testid="cancel-question">
      <ul>
        {sold && <li>{t('cancel.seats', { count: places })}</li>}
        {!sold && <li>{t('cancel.draft')}</li>}
        {owed > 0 && (keptMinor === 0 || isRefunded) && (
          <li>{t('cancel.refund', { amount: formatMoney(moneyOf(owed), language) })}</li>
        )}
        {keptMinor > 0 && !isRefunded && (
          <li>{t('cancel.deposit-kept', { amount: formatMoney(moneyOf(keptMinor), language) })}</li>
        )}
        {byVoucherMinor > 0 && (
          <li>{t('cancel.voucher', { amount: formatMoney(moneyOf(byVoucherMinor), language) })}</li>
        )}
        {sold && owed === 0 && byVoucherMinor === 0 && <li>{t('cancel.no-refund')}</li>}
        {isMailed && email && <li>{t('cancel.mail', { email })}</li>}
      </ul>
      {keptMinor > 0 && (
        <Check
          label={t('cancel.deposit-refund')}
          checked={isRefunded}
          data-testid="cancel-refund-deposit"
          onChange={({ target }) =>
            onAnswer({ confirmed: target.checked ? [REFUND_DEPOSIT] : [], ready: true })
          }
        />
      )}
      {arrived > 0 && (
        <>
          <Notice tone="warn">{t('cancel.arrived', { count: arrived, places })}</Notice>
          <Check
            label={t('cancel.arrived.confirm')}
            checked={answer.ready}
            data-testid="cancel-arrived"
            onChange={({ target }) =>
              onAnswer({ confirmed: target.checked ? [PEOPLE_ARRIVED] : [], ready: target.checked })
            }
          />
        </>
      )}
    </div>
  );
};
