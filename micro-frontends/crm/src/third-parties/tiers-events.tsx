import { skipToken, useQuery } from '@tanstack/react-query';
import { CreditCard, Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type RecordPartProps,
  type ResourceDescriptor,
  useApi,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { Card, Chip, formatMoney, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import type { ListAnswer } from '@coulisse/resource-client';
import { Failure, RecordState } from '@coulisse/resource-fields';
import { customerEvents, eventTime, type CustomerEvent } from './customer-events';
import './tiers-reservations.css';

const SHOWN = 10;
/** Payments are found by these reservations: a customer with more has a page of payments. */
const RESERVATIONS = 50;
/** The moment of a payment is no usual column of its list. */
const PAYMENT_COLUMNS = 'columns=createdAt,date,totals';

/** What was written to a customer, and what they paid: each read from the service that has it, by who may read it there. */
export const TiersEvents = ({ record }: RecordPartProps) => {
  const mails = useResource('notifications.notification');
  const payments = useResource('payments.payment');
  const reservations = useResource('ticketing.reservation');
  const email = String(record['email'] ?? '');
  const readable = {
    mails: mails?.may.read && email !== '' ? mails : null,
    payments: payments?.may.read && reservations?.may.read ? payments : null,
  };
  if (!readable.mails && !readable.payments) return null;
  return <Events id={record.id} email={email} {...readable} reservations={reservations} />;
};

interface EventsProps {
  id: string;
  email: string;
  /** Null where the person may not read them. */
  mails: ResourceDescriptor | null;
  payments: ResourceDescriptor | null;
  reservations: ResourceDescriptor | null;
}

const Events = ({ id, email, mails, payments, reservations }: EventsProps) => {
  const { t } = useTranslation('crm');
  const api = useApi();
  const sent = useQuery({
    queryKey: ['list', 'notifications.notification', 'to', email],
    queryFn: mails
      ? ({ signal }) =>
          api.get<ListAnswer>(
            `${mails.path}?f.email.eq=${encodeURIComponent(email)}&sort=-createdAt&size=${SHOWN}`,
            { signal },
          )
      : skipToken,
  });
  const paid = useQuery({
    queryKey: ['list', 'payments.payment', 'of-tiers', id],
    queryFn:
      payments && reservations
        ? async ({ signal }) => {
            const { items } = await api.get<ListAnswer>(
              `${reservations.path}?f.tiers.eq=${id}&sort=-createdAt&size=${RESERVATIONS}`,
              { signal },
            );
            if (items.length === 0) return [];
            const ids = items.map((item) => item.id).join(',');
            const found = await api.get<ListAnswer>(
              `${payments.path}?f.reservation.in=${ids}&${PAYMENT_COLUMNS}&sort=-createdAt&size=${SHOWN}`,
              { signal },
            );
            return found.items;
          }
        : skipToken,
  });
  const failed = [sent, paid].find((query) => query.isError && !query.data);
  const isLoading = sent.isLoading || paid.isLoading;
  const events = customerEvents(sent.data?.items ?? [], paid.data ?? []).slice(0, SHOWN);
  return (
    <Card>
      <section data-testid="tiers-events">
        <h2>{t('events.title')}</h2>
        {isLoading && <SkeletonLines lines={3} />}
        {failed && <Failure failure={failed.error} onRetry={() => void failed.refetch()} />}
        {!isLoading && !failed && events.length === 0 && <p className="c-soft">{t('events.none')}</p>}
        {events.length > 0 && (
          <ul role="list" className="k-reservations k-events">
            {events.map((event) => (
              <EventLine key={event.key} event={event} mails={mails} payments={payments} />
            ))}
          </ul>
        )}
      </section>
    </Card>
  );
};

const EventLine = ({
  event,
  mails,
  payments,
}: { event: CustomerEvent } & Pick<EventsProps, 'mails' | 'payments'>) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const mailScreens = useResourceScreens(mails);
  const paymentScreens = useResourceScreens(payments);
  const { kind, row } = event;
  const day = eventTime(event, language);
  if (kind === 'mail') {
    const subject = String(row['subject'] ?? '');
    return (
      <li>
        <span className="c-soft">
          <Mail className="c-icon" aria-label={t('events.mail')} /> {day}
        </span>
        {mailScreens ? <Link to={mailScreens.record(row.id)}>{subject}</Link> : <span>{subject}</span>}
        {row['success'] === false ? <Chip tone="bad">{t('events.failed')}</Chip> : <span />}
      </li>
    );
  }
  const amount = formatMoney(String(row['totals'] ?? '0'), language);
  return (
    <li>
      <span className="c-soft">
        <CreditCard className="c-icon" aria-label={t('events.payment')} /> {day}
      </span>
      {paymentScreens ? <Link to={paymentScreens.record(row.id)}>{amount}</Link> : <span>{amount}</span>}
      {payments && <RecordState descriptor={payments} state={row['state']} />}
    </li>
  );
};
