import { Button, EmptyState, useLanguage, wholeCodes } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { SignedOut } from '../account/signed-out';
import { useAccountTheatre } from '../account/use-account-theatre';
import { useSession } from '../account/use-session';
import { useMoney, useTimes } from '../app/format';
import { PageError, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useText } from '../app/use-text';
import { MyVouchers } from '../gift-vouchers/my-vouchers';
import { Link } from '../routing/router';
import { myOrdersQuery, type When } from './order-api';
import type { MyOrder } from './order-types';
import { headlineOfState, toneOf } from './order-words';
import '../styles/order.css';

const PERIODS = ['UPCOMING', 'PAST'] as const;
const KEYS = { UPCOMING: 'upcoming', PAST: 'past' } as const satisfies Record<When, string>;

/** The reservations of the signed-in buyer, those to come and those of the past. */
export function MyOrdersPage() {
  const t = useText();
  const { account, ready } = useSession();
  useAccountTheatre(account);
  const [when, setWhen] = useState<When>('UPCOMING');
  usePageTitle(t('mine.title'));
  if (!ready) return <PageSkeleton />;
  if (!account) return <SignedOut title={t('mine.signed-out')}>{t('mine.signed-out.text')}</SignedOut>;
  return (
    <div className="page my-orders" data-testid="my-orders">
      <h1 className="page-title">{t('mine.title')}</h1>
      <div className="my-orders-when" role="group" aria-label={t('mine.when')}>
        {PERIODS.map((period) => (
          <Button
            key={period}
            kind={period === when ? 'main' : 'plain'}
            aria-pressed={period === when}
            onClick={() => setWhen(period)}
            data-testid={`orders-${KEYS[period]}`}
          >
            {t(`mine.${KEYS[period]}`)}
          </Button>
        ))}
      </div>
      <OrderList key={when} when={when} email={account.email} />
      <MyVouchers email={account.email} />
    </div>
  );
}

function OrderList({ when, email }: { when: When; email: string }) {
  const t = useText();
  const query = useInfiniteQuery(myOrdersQuery(when, email));
  if (query.isPending) return <PageSkeleton cards={2} />;
  if (query.isError) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  const orders = query.data.pages.flatMap(({ items }) => items);
  if (orders.length === 0)
    return (
      <EmptyState icon={<Ticket aria-hidden />} title={t(`mine.none.${KEYS[when]}`)}>
        {t('mine.none.text', { email })}
      </EmptyState>
    );
  return (
    <>
      <ul className="my-orders-list" role="list">
        {orders.map((order) => (
          <li key={order.code}>
            <OrderLink order={order} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('mine.more')}
        </Button>
      )}
    </>
  );
}

function OrderLink({ order }: { order: MyOrder }) {
  const t = useText();
  const language = useLanguage();
  const money = useMoney();
  const times = useTimes();
  return (
    <Link className="my-order" to={`/o#${order.key}`} data-testid={`order-${order.code}`}>
      <span>
        <strong>{order.showName}</strong>
        <span>{[formatDate(order.date, language, 'long'), times(order)].filter(Boolean).join(' · ')}</span>
        <small>
          {wholeCodes(
            [t('mine.places', { count: order.numberOfPlaces }), money(order.totalMinor), order.code].join(
              ' · ',
            ),
          )}
        </small>
      </span>
      <span className="my-order-state" data-tone={toneOf(order.situation)}>
        {t(headlineOfState(order.situation))}
      </span>
    </Link>
  );
}
