import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Plus, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi } from '@coulisse/mfe-kit';
import { Button, formatDate, formatMoney, toLanguage } from '@coulisse/ui-kit';
import { reservationDetailsPath } from '../../api-paths';
import type { ReservationDetails } from '../reservation/reservation-details';
import { usePrintDocument } from '../use-print-document';
import type { DeskSaleAnswer } from './desk-types';

interface SaleDoneProps {
  sale: DeskSaleAnswer;
  /** Where the link to pay was mailed to; null without one. */
  linkSentTo: string | null;
  onNew: () => void;
}

/** The result of a sale: its tickets to print as soon as they are ready, and the next sale. */
export const SaleDone = ({ sale, linkSentTo, onNew }: SaleDoneProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const print = usePrintDocument();
  const next = useRef<HTMLButtonElement>(null);
  const { id, code, state } = sale.reservation;
  const isSold = state === 'VALIDATED';
  const details = useQuery({
    queryKey: ['desk-sale', id],
    queryFn: () => api.get<ReservationDetails>(reservationDetailsPath(id)),
    enabled: isSold,
    refetchInterval: ({ state: { data } }) => (data?.documentId || data?.ticketsOn ? false : 1_000),
  });
  useEffect(() => next.current?.focus(), []);
  const documentId = details.data?.documentId;
  const ticketsOn = details.data?.ticketsOn;
  const waiting = ticketsOn
    ? t('desk.tickets.later', { date: formatDate(ticketsOn, language, 'short') })
    : t('desk.tickets.wait');
  return (
    <section className="t-desk-done" role="status" data-testid="desk-done">
      <CircleCheck aria-hidden />
      <h2>{t(isSold ? 'desk.done' : 'desk.done.later')}</h2>
      <p>
        <Link to={`/prestiscene/reservations/${id}/informations`}>{code}</Link> ·{' '}
        {formatMoney(sale.totalMinor, language)}
      </p>
      {linkSentTo && (
        <p className="c-soft">
          {t('payment-link.sent', { amount: formatMoney(sale.totalMinor, language), email: linkSentTo })}
        </p>
      )}
      <div className="c-actions">
        {isSold && (
          <Button
            icon={<Printer className="c-icon" aria-hidden />}
            disabledBecause={documentId ? undefined : waiting}
            onClick={() => documentId && void print(documentId)}
          >
            {t('desk.print')}
          </Button>
        )}
        <Button
          ref={next}
          kind="main"
          icon={<Plus className="c-icon" aria-hidden />}
          data-testid="desk-new"
          onClick={onNew}
        >
          {t('desk.next')}
        </Button>
      </div>
    </section>
  );
};
