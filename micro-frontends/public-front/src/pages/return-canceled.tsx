import { EmptyState, wholeCodes } from '@coulisse/ui-kit';
import { CalendarX, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../routing/router';
import type { Reservation } from '../api/types';
import { useDay, useMoney } from '../app/format';
import { useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';

/** Text on refunded and pending amounts. */
function useRefundText({ refund }: Reservation): string {
  const t = useText();
  const money = useMoney();
  const day = useDay();
  if (!refund) return '';
  const { toRefundMinor, refundedMinor, refundedAt } = refund;
  const back =
    refundedMinor > 0 && refundedAt
      ? t('return.refunded', { amount: money(refundedMinor), date: day(refundedAt) })
      : '';
  const coming = toRefundMinor > 0 ? t('return.refund.coming', { amount: money(toRefundMinor) }) : '';
  return [back, coming].filter(Boolean).join(' ');
}

function Ended({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  const t = useText();
  const theatre = useTheatre();
  return (
    <div role="status">
      <EmptyState
        icon={icon}
        title={title}
        actions={
          <Link className="c-button" data-kind="main" to={theatre ? `/theatres/${theatre.slug}` : '/'}>
            {t('cart.choose')}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** The bank took the money when the seats were no longer available: it is refunded automatically. */
export function Refund({ reservation }: { reservation: Reservation }) {
  const t = useText();
  const money = useRefundText(reservation);
  return (
    <Ended icon={<Undo2 aria-hidden />} title={t('return.refund')}>
      {t('return.refund.text')} {money}
    </Ended>
  );
}

/** The tenant cancelled the reservation: its tickets are void, and paid money is refunded. */
export function Canceled({ reservation }: { reservation: Reservation }) {
  const t = useText();
  const money = useRefundText(reservation);
  return (
    <Ended icon={<CalendarX aria-hidden />} title={t('return.canceled')}>
      {wholeCodes(t('return.canceled.text', { code: reservation.code ?? '' }))}{' '}
      <span data-testid="refund">{money || t('return.canceled.unpaid')}</span>
    </Ended>
  );
}
