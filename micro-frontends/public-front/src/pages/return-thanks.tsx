import { wholeCodes } from '@coulisse/ui-kit';
import { Download, Mail, Ticket } from 'lucide-react';
import { Link } from '../routing/router';
import type { Reservation } from '../api/types';
import { useDay, useMoney } from '../app/format';
import { fileUrl } from '../app/use-site-look';
import { useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { PaidPixel } from '../pixels/paid-pixel';
import { AccountOffer } from './return-account';

interface ThankYouProps {
  reservation: Reservation;
  /** Tickets and mail are still expected while the page is open. */
  isWaiting: boolean;
}

/** Page after payment: tickets, their download, and a link to other shows. */
export function ThankYou({ reservation, isWaiting }: ThankYouProps) {
  const t = useText();
  const money = useMoney();
  const day = useDay();
  const theatre = useTheatre();
  return (
    <div className="thanks" role="status">
      {theatre?.site?.header && <img className="site-banner" src={fileUrl(theatre.site.header)} alt="" />}
      <h1>{t('return.validated')}</h1>
      <p className="thanks-lead">
        {wholeCodes(t('return.validated.text', { code: reservation.code ?? '' }))}
      </p>
      {theatre?.site?.thankYouText && <p className="thanks-lead">{theatre.site.thankYouText}</p>}
      <section className="thanks-card" aria-labelledby="tickets">
        <h2 id="tickets">{t('return.tickets')}</h2>
        <ul role="list">
          {reservation.tickets.map((ticket) => (
            <li key={ticket.number}>
              <Ticket className="c-icon" aria-hidden />
              <span>
                {ticket.seat}
                <small>{t('return.ticket', { number: ticket.number })}</small>
              </span>
            </li>
          ))}
        </ul>
        <p className="thanks-paid">
          {t('return.paid')} <b>{money(Number(reservation.totalMinor))}</b>
        </p>
        {reservation.documentReady ? (
          <a
            className="c-button"
            data-kind="main"
            data-testid="tickets-pdf"
            href={`/app-api/prestiscene/reservations/${reservation.id}/tickets.pdf`}
            download
          >
            <Download aria-hidden />
            {t('return.pdf')}
          </a>
        ) : (
          !reservation.ticketsOn && (
            <p className="c-soft thanks-wait">
              {isWaiting && <span className="c-spinner" aria-hidden />}{' '}
              {t(isWaiting ? 'return.pdf.preparing' : 'return.pdf.late')}
            </p>
          )
        )}
        {reservation.orderKey && (
          <Link className="c-button" to={`/o#${reservation.orderKey}`} data-testid="order-link">
            {t('return.order')}
          </Link>
        )}
        <p className="thanks-mail" data-testid="mail" data-sent={reservation.mailSent}>
          <Mail className="c-icon" aria-hidden />
          {reservation.ticketsOn
            ? t('order.tickets-later', { date: day(reservation.ticketsOn) })
            : t(reservation.mailSent ? 'return.mail.sent' : 'return.mail.pending')}
        </p>
      </section>
      {theatre && <AccountOffer theatre={theatre} reservationId={reservation.id} />}
      <PaidPixel step="RESERVATION_PAID" purchase={reservation.id} />
      {theatre && (
        <p>
          <Link to={`/theatres/${theatre.slug}`}>{t('return.more')}</Link>
        </p>
      )}
    </div>
  );
}
