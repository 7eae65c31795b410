import { Button, EmptyState } from '@coulisse/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from '../routing/router';
import { api, isForeign, isMissing } from '../api/client';
import { cartQuery } from '../api/booking-queries';
import type { Outcome, Reservation } from '../api/types';
import { Loaded, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { endDraft } from '../checkout/draft';
import { endPayment } from '../checkout/paid-cart';
import { Canceled, Refund } from './return-canceled';
import { NotPaid } from './return-not-paid';
import { nextPoll, SLOW_AFTER } from './return-poll';
import { useBankAnswer } from './use-bank-answer';
import { ThankYou } from './return-thanks';
import '../styles/forms.css';

/**
 * Page to which the bank redirects the browser. The outcome in the URL is only a hint. What counts is what the bank
 * has signed, in its notification or in this URL, and confirms. The page polls until the server has the outcome.
 */
export default function ReturnPage() {
  const t = useText();
  const client = useQueryClient();
  const { id = '' } = useParams();
  const [start] = useState(() => Date.now());
  const handedOver = useBankAnswer();
  const [search, setSearch] = useSearchParams();
  const [hint] = useState(() => search.get('outcome'));
  useEffect(() => {
    // What the bank has added is of no use to whoever opens the address again.
    if (handedOver && search.size > 0) setSearch({}, { replace: true });
  }, [handedOver, search, setSearch]);
  const query = useQuery({
    queryKey: ['reservation', id],
    queryFn: ({ signal }) =>
      api.get<Reservation>(`/app-api/prestiscene/reservations/${encodeURIComponent(id)}`, signal),
    refetchInterval: ({ state }) =>
      isMissing(state.error) || isForeign(state.error) ? false : nextPoll(state.data, Date.now() - start),
    refetchIntervalInBackground: true,
    staleTime: 0,
    enabled: handedOver,
  });
  const outcome = query.data?.outcome;
  useEffect(() => {
    if (outcome === undefined || outcome === 'PENDING') return;
    if (outcome === 'VALIDATED') {
      endDraft(id);
      endPayment(id);
    }
    void client.invalidateQueries({ queryKey: cartQuery.queryKey });
  }, [client, id, outcome]);
  const isPending = outcome === 'PENDING';
  const canceled = query.data?.state === 'CANCELED' && outcome !== 'REFUND';
  usePageTitle(t(TITLES[canceled ? 'VOIDED' : (outcome ?? 'PENDING')]));
  if (isMissing(query.error) || isForeign(query.error)) return <Unknown />;
  // A cart is shown in the width of the checkout.
  const isNotPaid = outcome === 'REFUSED' || outcome === 'CANCELLED' || (isPending && hint === 'cancelled');
  return (
    <div className={isNotPaid ? undefined : 'page return-page'} data-testid="outcome" data-outcome={outcome}>
      {outcome !== 'VALIDATED' && !isNotPaid && <h1 className="c-hidden">{t('steps.payment')}</h1>}
      <Loaded query={query} skeleton={<PageSkeleton cards={1} />}>
        {(reservation) => (
          <OutcomeView
            reservation={reservation}
            hint={hint}
            waited={query.dataUpdatedAt - start}
            onCheck={() => void query.refetch()}
          />
        )}
      </Loaded>
    </div>
  );
}

const TITLES = {
  PENDING: 'return.pending',
  VALIDATED: 'return.validated',
  REFUSED: 'return.refused',
  CANCELLED: 'return.cancelled',
  REFUND: 'return.refund',
  VOIDED: 'return.canceled',
} as const satisfies Record<Outcome, string>;

interface OutcomeProps {
  reservation: Reservation;
  /** What the bank has written into the address: not signed, and of use only while nothing better is known. */
  hint: string | null;
  /** For how long the page had waited at the last answer, in milliseconds. */
  waited: number;
  onCheck: () => void;
}

function OutcomeView({ reservation, hint, waited, onCheck }: OutcomeProps) {
  // Cancelled by the tenant, whatever the state of its payment.
  if (reservation.state === 'CANCELED' && reservation.outcome !== 'REFUND')
    return <Canceled reservation={reservation} />;
  switch (reservation.outcome) {
    case 'VALIDATED':
      return <ThankYou reservation={reservation} isWaiting={nextPoll(reservation, waited) !== false} />;
    case 'REFUSED':
    case 'CANCELLED':
      return <NotPaid id={reservation.id} outcome={reservation.outcome} />;
    case 'REFUND':
      return <Refund reservation={reservation} />;
    default:
      // Some banks send no notification when the buyer turns back.
      return hint === 'cancelled' ? (
        <NotPaid id={reservation.id} outcome="CANCELLED" />
      ) : (
        <Pending hint={hint} isOver={nextPoll(reservation, waited) === false} onCheck={onCheck} />
      );
  }
}

type PendingProps = Pick<OutcomeProps, 'hint' | 'onCheck'> & { isOver: boolean };

function Pending({ hint, isOver, onCheck }: PendingProps) {
  const t = useText();
  const theatre = useTheatre();
  const { data: cart } = useQuery(cartQuery);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <EmptyState
        icon={slow ? <Clock aria-hidden /> : <span className="big-spinner" aria-hidden />}
        title={t(isOver ? 'return.pending.over' : 'return.pending')}
        actions={
          <>
            {slow && <Button onClick={onCheck}>{t('return.check')}</Button>}
            {hint === 'refused' && cart && (
              <Link className="c-button" to={`/reservations/cart/${cart.id}/edit-customer`}>
                {t('return.edit')}
              </Link>
            )}
            {isOver && (
              <Link className="c-button" to={theatre ? `/theatres/${theatre.slug}` : '/'}>
                {t('return.more')}
              </Link>
            )}
          </>
        }
      >
        {t(isOver ? 'return.pending.over.text' : slow ? 'return.pending.long' : 'return.pending.text')}
      </EmptyState>
    </div>
  );
}

function Unknown() {
  const t = useText();
  const theatre = useTheatre();
  return (
    <div className="page">
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('return.unknown')}
        actions={
          <Link className="c-button" to={theatre ? `/theatres/${theatre.slug}` : '/'}>
            {t('return.more')}
          </Link>
        }
      >
        {t('return.unknown.text')}
      </EmptyState>
    </div>
  );
}
