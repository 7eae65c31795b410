import { EmptyState, Notice, useLanguage, wholeCodes } from '@coulisse/ui-kit';
import { formatDate, formatTime } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Check, Clock, MapPin, SearchX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { isMissing } from '../api/client';
import { useMoney } from '../app/format';
import { Hero } from '../app/hero';
import { Loaded, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre, useTheatre } from '../app/theatre';
import { untilLoaded } from '../app/until-loaded';
import { useText } from '../app/use-text';
import { useBankAnswer } from '../pages/use-bank-answer';
import { Link, useSearchParams } from '../routing/router';
import { CancelOrder } from './cancel-order';
import { ExchangeCard } from './exchange-card';
import { OrderActions } from './order-actions';
import { orderQuery } from './order-api';
import { OrderTickets } from './order-tickets';
import type { Order } from './order-types';
import { headlineOf, mapUrl, toneOf } from './order-words';
import { PayOrder } from './pay-order';
import { useOrderKey } from './use-order-key';
import '../styles/order.css';

const ExchangeOrder = lazy(() => untilLoaded(() => import('./exchange-order')));
/** In the address while no date is chosen. */
const DATES = 'dates';

/** An order, for whoever has its link: tickets, times, place, and what became of it. */
export function OrderPage() {
  const t = useText();
  const key = useOrderKey();
  const isHandedOver = useBankAnswer();
  const [search] = useSearchParams();
  const outcome = search.get('outcome');
  const query = useQuery({ ...orderQuery(key, outcome !== null), enabled: key !== '' && isHandedOver });
  usePageTitle(query.data ? t('order.title', { show: query.data.show.name }) : t('order.title.plain'));
  useShowTheatre(query.data?.organiser);
  if (key === '' || isMissing(query.error)) return <UnknownOrder isPaid={outcome !== null} />;
  return (
    <Loaded query={query} skeleton={<PageSkeleton cards={2} />}>
      {(order) => <OrderView order={order} orderKey={key} outcome={outcome} />}
    </Loaded>
  );
}

/** A link that opens nothing; after a payment in another browser, where to find the order. */
function UnknownOrder({ isPaid }: { isPaid: boolean }) {
  const t = useText();
  const theatre = useTheatre();
  return (
    <div className="page" data-testid="order-unknown">
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t(isPaid ? 'order.returned' : 'order.unknown')}
        level={1}
        actions={
          <Link className="c-button" to={theatre ? `/theatres/${theatre.slug}` : '/'}>
            {t('return.more')}
          </Link>
        }
      >
        {t(isPaid ? 'order.returned.text' : 'order.unknown.text')}
      </EmptyState>
    </div>
  );
}

const ICONS = { good: Check, wait: Clock, bad: CalendarX };

interface OrderViewProps {
  order: Order;
  orderKey: string;
  outcome: string | null;
}

function OrderView({ order, orderKey, outcome }: OrderViewProps) {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const { exchange: _exchange, outcome: _outcome, ...others } = Object.fromEntries(search);
  const chosen = search.get('exchange');
  if (chosen !== null && order.exchange)
    return (
      <Suspense fallback={<PageSkeleton cards={2} />}>
        <ExchangeOrder
          order={order}
          orderKey={orderKey}
          performanceId={chosen === DATES ? null : chosen}
          onChoose={(exchange) => setSearch({ ...others, exchange })}
          onClose={() => setSearch(others)}
        />
      </Suspense>
    );
  const { show, performance, organiser } = order;
  const Icon = ICONS[toneOf(order.situation)];
  return (
    <div className="order" data-testid="order" data-situation={order.situation}>
      <Hero
        color={show.color}
        kicker={
          <span className="order-headline">
            <Icon aria-hidden /> {t(headlineOf(order))}
          </span>
        }
        title={show.name}
      >
        <p>{[formatDate(performance.date, language, 'long'), organiser.name].filter(Boolean).join(' · ')}</p>
      </Hero>
      <div className="order-columns">
        <div className="order-main">
          <PayOrder order={order} orderKey={orderKey} outcome={outcome} />
          <OrderNotices order={order} />
          <WhenAndWhere order={order} />
          <OrderTickets order={order} orderKey={orderKey} />
        </div>
        <aside className="order-side" aria-label={t('order.side')}>
          <OrderActions order={order} orderKey={orderKey} />
          <ExchangeCard order={order} onOpen={() => setSearch({ ...others, exchange: DATES })} />
          <CancelOrder order={order} orderKey={orderKey} />
          <OrderSummary order={order} />
        </aside>
      </div>
    </div>
  );
}

/** What a buyer must know before coming: nothing while everything is as it was bought. */
function OrderNotices({ order }: { order: Order }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const { situation, refund, deadline, zone, payment, toPay } = order;
  const at = (instant: string) => formatDate(instant, language, 'short-time', zone);
  const lines: string[] = [];
  if (situation === 'CANCELED') lines.push(t('order.canceled.text'));
  if (situation === 'PERFORMANCE_CANCELED') lines.push(t('order.performance-canceled.text'));
  if (situation === 'PARTLY_CANCELED') lines.push(t('order.partly-canceled.text'));
  if (situation === 'QUOTE_REQUESTED') lines.push(t('order.quote.text'));
  // With an amount to pay, its card names the deadline.
  if (situation === 'PRE_RESERVED' && deadline && !toPay)
    lines.push(
      t(new Date(deadline) > new Date() ? 'order.deadline.text' : 'order.deadline.passed', {
        at: at(deadline),
      }),
    );
  if (situation === 'QUOTE_REQUESTED' && deadline) lines.push(t('order.deadline.text', { at: at(deadline) }));
  if (refund && refund.refundedMinor > 0 && refund.refundedAt)
    lines.push(
      t('return.refunded', {
        amount: money(refund.refundedMinor),
        date: formatDate(refund.refundedAt, language, 'medium', zone),
      }),
    );
  if (refund && refund.toRefundMinor > 0)
    lines.push(t('return.refund.coming', { amount: money(refund.toRefundMinor) }));
  if (order.backOnVoucherMinor > 0)
    lines.push(t('order.canceled.voucher', { amount: money(order.backOnVoucherMinor) }));
  else if (situation === 'CANCELED' && !refund && !payment) lines.push(t('return.canceled.unpaid'));
  if (lines.length === 0) return null;
  return (
    <Notice tone={toneOf(situation) === 'bad' ? 'bad' : 'info'}>
      <span data-testid="order-notice">{lines.join(' ')}</span>
    </Notice>
  );
}

function WhenAndWhere({ order }: { order: Order }) {
  const t = useText();
  const { performance, venue, organiser } = order;
  const map = mapUrl(venue.address);
  const times = [
    ...performance.mealTimes.map((time) => ({ label: t('order.meal'), time })),
    ...performance.showTimes.map((time) => ({ label: t('order.show'), time })),
  ];
  return (
    <section className="order-card order-when" aria-label={t('order.when')}>
      <dl className="order-times">
        {times.map(({ label, time }) => (
          <div key={`${label} ${time}`}>
            <dt>{label}</dt>
            <dd>{formatTime(time)}</dd>
          </div>
        ))}
      </dl>
      <div className="order-where">
        <MapPin aria-hidden className="c-icon" />
        <p>
          <strong>{[organiser.name, venue.room].filter(Boolean).join(' · ')}</strong>
          <span>{venue.address}</span>
          {map && (
            <a href={map} target="_blank" rel="noreferrer">
              {t('order.map')}
            </a>
          )}
        </p>
      </div>
    </section>
  );
}

/** Who ordered, what it cost and how it was paid. */
function OrderSummary({ order }: { order: Order }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const { code, buyer, seats, options, totalMinor, payment, zone } = order;
  return (
    <section className="order-card order-summary" aria-labelledby="order-summary">
      <h2 id="order-summary">{wholeCodes(t('order.code', { code }))}</h2>
      <dl>
        <div>
          <dt>{t('order.buyer')}</dt>
          <dd>
            {buyer.name}
            <small>{buyer.email}</small>
          </dd>
        </div>
        {seats.map((seat, index) => (
          <div key={index} data-canceled={seat.isCanceled || undefined}>
            <dt>
              {seat.seat}
              <small>{seat.isCanceled ? t('order.seat.canceled') : seat.formula}</small>
            </dt>
            <dd className="order-amount">{money(seat.priceMinor)}</dd>
          </div>
        ))}
        {options.map((option, index) => (
          <div key={`option-${index}`}>
            <dt>
              {option.quantity > 1 && `${option.quantity} × `}
              {option.name}
              {option.detail && <small>{option.detail}</small>}
            </dt>
            <dd className="order-amount">{money(option.priceMinor)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('order.total')}</dt>
          <dd className="order-amount">
            <strong>{money(totalMinor)}</strong>
          </dd>
        </div>
        {payment && (
          <div>
            <dt>{t('order.paid')}</dt>
            <dd className="order-amount">
              {money(payment.paidMinor)}
              <small>
                {t(`order.method.${payment.method}`)}, {formatDate(payment.at, language, 'short-time', zone)}
              </small>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
