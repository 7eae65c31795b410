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
    if (outcome === 'VALIDATED') endDraft(id);
    void client.invalidateQueries({ queryKey: cartQuery.queryKey });
  }, [client, id, outcome]);
  const canceled = query.data?.state === 'CANCELED' && outcome !== 'REFUND';
  usePageTitle(t(TITLES[canceled ? 'VOIDED' : (outcome ?? 'PENDING')]));
  if (isMissing(query.error) || isForeign(query.error)) return <Unknown />;
  return (
    <div className="page return-page" data-testid="outcome" data-outcome={outcome}>
      {outcome !== 'VALIDATED' && <h1 className="c-hidden">{t('steps.payment')}</h1>}
      <Loaded query={query} skeleton={<PageSkeleton cards={1} />}>
        {(reservation) => <OutcomeView reservation={reservation} onCheck={() => void query.refetch()} />}
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

function OutcomeView({ reservation, onCheck }: { reservation: Reservation; onCheck: () => void }) {
  // Cancelled by the tenant, whatever the state of its payment.
  if (reservation.state === 'CANCELED' && reservation.outcome !== 'REFUND')
    return <Canceled reservation={reservation} />;
  switch (reservation.outcome) {
    case 'VALIDATED':
      return <ThankYou reservation={reservation} />;
    case 'REFUSED':
    case 'CANCELLED':
      return <NotPaid id={reservation.id} outcome={reservation.outcome} />;
    case 'REFUND':
      return <Refund reservation={reservation} />;
    default:
      return <Pending onCheck={onCheck} />;
  }
}

function Pending({ onCheck }: { onCheck: () => void }) {
  const t = useText();
  const [search] = useSearchParams();
  const { data: cart } = useQuery(cartQuery);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => clearTimeout(timer);
  }, []);
  // Some banks send no notification when the buyer cancels, so the page offers a way back to the form.
  const turnedBack = ['refused', 'cancelled'].includes(search.get('outcome') ?? '');
  return (
    <div role="status">
      <EmptyState
        icon={slow ? <Clock aria-hidden /> : <span className="big-spinner" aria-hidden />}
        title={t('return.pending')}
        actions={
          <>
            {slow && <Button onClick={onCheck}>{t('return.check')}</Button>}
            {turnedBack && cart && (
              <Link className="c-button" to={`/reservations/cart/${cart.id}/edit-customer`}>
                {t('return.edit')}
              </Link>
            )}
          </>
        }
      >
        {t(slow ? 'return.pending.long' : 'return.pending.text')}
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
