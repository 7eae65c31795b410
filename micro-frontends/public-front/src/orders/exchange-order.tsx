import { Button, EmptyState, Notice, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { showQuery } from '../api/queries';
import type { PerformanceSummary } from '../api/types';
import { focusPage, startStep } from '../app/focus-page';
import { rowDate, shortMoney, useTimes } from '../app/format';
import { Loaded, PageSkeleton } from '../app/page-states';
import { useText } from '../app/use-text';
import type { NextStepProps } from '../booking/next-step';
import { ConfirmExchange } from './confirm-exchange';
import type { Order } from './order-types';
import '../styles/date-list.css';

const SeatsPage = lazy(() => import(/* webpackChunkName: "seats" */ '../pages/seats'));

interface ExchangeOrderProps {
  order: Order;
  orderKey: string;
  /** The date that was chosen; null while the dates are shown. */
  performanceId: string | null;
  onChoose: (performanceId: string) => void;
  onClose: () => void;
}

const placesOf = ({ seats }: Order): number => seats.filter(({ isCanceled }) => !isCanceled).length;

/** Another date of the same show: its date, its seats, then the money. */
export default function ExchangeOrder(props: ExchangeOrderProps) {
  const { order, performanceId } = props;
  useEffect(() => startStep(), [performanceId]);
  // Back on the order.
  useEffect(() => focusPage, []);
  if (performanceId === null)
    return (
      <Framed {...props}>
        <Dates order={order} onChoose={props.onChoose} />
      </Framed>
    );
  return <SeatsOfDate {...props} performanceId={performanceId} />;
}

function Framed({ order, onClose, children }: ExchangeOrderProps & { children: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="page exchange-dates" data-testid="exchange-dates">
      <h1 className="page-title">{t('order.exchange.title', { show: order.show.name })}</h1>
      <p className="c-soft">
        {t('order.exchange.now', {
          date: formatDate(order.performance.date, language, 'long'),
          count: placesOf(order),
        })}
      </p>
      {children}
      <p>
        <Button onClick={onClose}>{t('order.exchange.back')}</Button>
      </p>
    </div>
  );
}

function Dates({ order, onChoose }: { order: Order; onChoose: (id: string) => void }) {
  const t = useText();
  const query = useQuery(showQuery(order.show.id));
  const count = placesOf(order);
  return (
    <Loaded query={query} skeleton={<PageSkeleton cards={2} />}>
      {({ performances }) => {
        const others = performances.filter(
          ({ id, onSale, placesRemaining }) =>
            id !== order.performance.id && onSale && placesRemaining >= count,
        );
        if (others.length === 0)
          return (
            <EmptyState icon={<CalendarX aria-hidden />} title={t('order.exchange.none')}>
              {t('order.exchange.none.text', { count })}
            </EmptyState>
          );
        return (
          <ul role="list" className="date-list">
            {others.map((performance) => (
              <DateRow key={performance.id} performance={performance} onChoose={onChoose} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

function DateRow({
  performance,
  onChoose,
}: {
  performance: PerformanceSummary;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const times = useTimes();
  const [weekday, ...rest] = rowDate(performance.date, language).split(' ');
  return (
    <li className="date-row" data-open>
      <span className="date-row-day">
        <small>{weekday}</small>
        <b>{rest.join(' ')}</b>
      </span>
      <span className="date-row-facts">
        <span>{times(performance)}</span>
        <small>{performance.room}</small>
      </span>
      <span className="date-row-state">
        {performance.lowestPrice && (
          <small>{t('price.from', { price: shortMoney(performance.lowestPrice, language) })}</small>
        )}
      </span>
      <Button
        kind="main"
        onClick={() => onChoose(performance.id)}
        aria-label={t('show.choose.label', { date: formatDate(performance.date, language, 'long') })}
        data-testid={`exchange-${performance.id}`}
      >
        {t('show.choose')}
      </Button>
    </li>
  );
}

/** The seats of the chosen date, as for a purchase; the next step is the exchange. */
function SeatsOfDate({
  order,
  orderKey,
  performanceId,
  onClose,
}: ExchangeOrderProps & { performanceId: string }) {
  const t = useText();
  const [isConfirming, setConfirming] = useState(false);
  const places = placesOf(order);
  const Next = useCallback(
    (props: NextStepProps) => (
      <ExchangeButton {...props} places={places} onNext={() => setConfirming(true)} />
    ),
    [places],
  );
  return (
    <>
      <div className="exchange-bar">
        <Notice tone="info">{t('order.exchange.choose', { count: places })}</Notice>
        <Button onClick={onClose}>{t('order.exchange.back')}</Button>
      </div>
      <Suspense fallback={<PageSkeleton cards={1} />}>
        <SeatsPage performanceId={performanceId} Next={Next} party={places} />
      </Suspense>
      {isConfirming && (
        <ConfirmExchange
          order={order}
          orderKey={orderKey}
          performanceId={performanceId}
          onClose={() => setConfirming(false)}
          onDone={onClose}
        />
      )}
    </>
  );
}

function ExchangeButton({
  cartId,
  count,
  places,
  onNext,
}: NextStepProps & { places: number; onNext: () => void }) {
  const t = useText();
  const missing = places - count;
  const blocked = () => {
    if (missing > 0) return t('order.exchange.more', { count: missing });
    return missing < 0 ? t('order.exchange.less', { count: -missing }) : undefined;
  };
  return (
    <Button
      kind="main"
      className="next-button"
      busy={missing === 0 && !cartId}
      disabledBecause={blocked()}
      onClick={onNext}
      data-testid="exchange-next"
    >
      {t('order.exchange.next')}
    </Button>
  );
}
