import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Button, formatMoney, onDemand, Opening, toLanguage } from '@coulisse/ui-kit';
import { reservationDetailsPath } from '../../api-paths';
import { exchangePath, revisePath } from '../../screen-paths';
import { cancellationBlock, creditOf, exchangeBlock } from './change-rules';
import { paymentLinkPath } from '../../api-paths';
import { PaymentLinkAction } from './payment-link-action';
import type { ReservationDetails } from './reservation-details';
import { useReloadMoney } from './use-reload-money';
import './change-actions.css';

const CancelPlaces = onDemand(async () => (await import('./cancel-places')).CancelPlaces);
const ReturnCredit = onDemand(async () => (await import('./return-credit')).ReturnCredit);

/** `Date, places ou formule` and `Annuler des places` of a sold reservation, and its credit from earlier changes. */
export const ChangeActions = ({ record, reload }: RecordPartProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'cancel' | 'credit' | null>(null);
  const state = String(record['state']);
  const reloadMoney = useReloadMoney(record.id, reload);
  const mayExchange = may('ticketing.reservation.sell');
  const mayCancel = may('ticketing.reservation.cancel');
  const details = useQuery({
    queryKey: ['reservation', record.id, record.version],
    queryFn: () => api.get<ReservationDetails>(reservationDetailsPath(record.id)),
    enabled: (mayExchange || mayCancel) && state !== 'DRAFT',
  });
  if (!details.data || state === 'DRAFT') return null;
  const reservation = { ...details.data, state, arrivedCount: Number(record['arrivedCount'] ?? 0) };
  const blocks = { exchange: exchangeBlock(reservation), cancel: cancellationBlock(reservation) };
  const credit = creditOf(details.data, Math.round(Number(record['totalTTC'] ?? 0) * 100));
  const creditMinor = state === 'VALIDATED' ? credit.refundMinor + credit.toVoucherMinor : 0;
  const close = () => setOpen(null);
  const done = () => {
    close();
    reloadMoney();
  };
  const email = String(record['customerEmail'] ?? '');
  const props = { id: record.id, reservation, hasEmail: email !== '', onClose: close, onDone: done };
  const { dueNowMinor } = details.data;
  const isRevisable = state === 'PRE_RESERVATION' || state === 'QUOTE_REQUESTED';
  return (
    <>
      {mayExchange && dueNowMinor > 0 && (
        <PaymentLinkAction path={paymentLinkPath(record.id)} email={email} dueMinor={dueNowMinor} />
      )}
      {mayExchange && isRevisable && (
        <Button data-testid="revise-reservation" onClick={() => void navigate(revisePath(record.id))}>
          {t('revise.action')}
        </Button>
      )}
      {mayExchange && !isRevisable && (
        <Button
          disabledBecause={blocks.exchange ? t(blocks.exchange) : undefined}
          data-testid="exchange-places"
          onClick={() => void navigate(exchangePath(record.id))}
        >
          {t('change.exchange')}
        </Button>
      )}
      {mayCancel && !isRevisable && (
        <Button
          disabledBecause={blocks.cancel ? t(blocks.cancel) : undefined}
          data-testid="cancel-places"
          onPointerEnter={CancelPlaces.preload}
          onClick={() => setOpen('cancel')}
        >
          {t('change.cancel')}
        </Button>
      )}
      {mayCancel && creditMinor > 0 && (
        <Button data-testid="return-credit" onClick={() => setOpen('credit')}>
          {t('change.return-credit', { amount: formatMoney(creditMinor, language) })}
        </Button>
      )}
      {open && (
        <Opening onClose={close}>
          {open === 'cancel' ? <CancelPlaces {...props} /> : <ReturnCredit {...props} credit={credit} />}
        </Opening>
      )}
    </>
  );
};
