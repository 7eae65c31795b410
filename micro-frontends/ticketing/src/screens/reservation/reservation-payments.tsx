import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '@coulisse/mfe-kit';
import { Card, formatDate, formatMoney, StateChip, toLanguage } from '@coulisse/ui-kit';
import { moneyOf, type PaymentOfReservation } from './reservation-details';

/** Payments of the reservation, with amounts to refund and refunded. */
export const ReservationPayments = ({ payments }: { payments: readonly PaymentOfReservation[] }) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const may = useMay();
  const shown = payments.filter(({ state, toRefundMinor }) => state === 'ACCEPTED' || toRefundMinor > 0);
  if (shown.length === 0) return null;
  const money = (minor: number) => formatMoney(moneyOf(minor), language);
  return (
    <Card>
      <section>
        <h2>{t('reservation.payments')}</h2>
        <ul className="t-payments" role="list">
          {shown.map((payment) => (
            <li key={payment.id} data-testid="reservation-payment">
              <span className="t-two">
                {may('payments.payment.read') ? (
                  <Link to={`/sale/payments/${payment.id}/informations`}>{money(payment.amountMinor)}</Link>
                ) : (
                  <span>{money(payment.amountMinor)}</span>
                )}
                <small className="c-faint">
                  {t('reservation.paid-on', { date: formatDate(payment.at, language, 'short-time') })}
                </small>
              </span>
              {payment.toRefundMinor > 0 && (
                <StateChip tone="warn">
                  {t('refund.to-refund', { amount: money(payment.toRefundMinor) })}
                </StateChip>
              )}
              {payment.refundedMinor > 0 && (
                <StateChip tone="neutral">
                  {t('refund.refunded-on', {
                    amount: money(payment.refundedMinor),
                    date: payment.refundedAt ? formatDate(payment.refundedAt, language, 'short') : '',
                  })}
                </StateChip>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
};
