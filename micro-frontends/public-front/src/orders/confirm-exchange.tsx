import { Button, Dialog, Notice, SkeletonLines, useLanguage, useToast } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cartQuery, planKey } from '../api/booking-queries';
import { performanceQuery } from '../api/queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { keyFor } from '../checkout/request-key';
import { changeOrder, orderQuery } from './order-api';
import type { ExchangeQuote, Order } from './order-types';

interface ConfirmExchangeProps {
  order: Order;
  orderKey: string;
  performanceId: string;
  onClose: () => void;
  onDone: () => void;
}

/** What the exchange costs or gives back, then the exchange for exactly that money. */
export function ConfirmExchange({ order, orderKey, performanceId, onClose, onDone }: ConfirmExchangeProps) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const toast = useToast();
  const client = useQueryClient();
  const { data: performance } = useQuery(performanceQuery(performanceId));
  const { data: cart } = useQuery(cartQuery);
  const formulaBySeat = Object.fromEntries(
    (cart?.lines ?? []).flatMap(({ seatId, formulaId }) => (formulaId ? [[seatId, formulaId]] : [])),
  );
  const wish = { edition: order.edition, formulaBySeat };
  const quote = useQuery({
    queryKey: ['order-exchange', orderKey, performanceId, wish],
    queryFn: () => changeOrder<ExchangeQuote>(orderKey, 'exchange/quote', wish),
    // A price or a payment may come between: it is read each time that the question is shown.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const exchange = useMutation({
    mutationFn: ({ totalMinor, backMinor, dueMinor }: ExchangeQuote) => {
      const body = { ...wish, shown: { totalMinor, backMinor, dueMinor } };
      return changeOrder<ExchangeQuote>(orderKey, 'exchange', body, keyFor(JSON.stringify([orderKey, body])));
    },
    onSuccess: () => {
      toast.good(t('order.exchange.done'));
      onDone();
    },
    // After a refusal too: the order or the basket is no longer what it was.
    onSettled: () =>
      Promise.all(
        [orderQuery(orderKey).queryKey, cartQuery.queryKey, planKey(performanceId)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const failure = exchange.error ?? quote.error;
  const date = performance ? formatDate(performance.date, language, 'long') : '';
  return (
    <Dialog
      title={t('order.exchange.question', { date })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('order.exchange.keep')}</Button>
          <Button
            kind="main"
            busy={exchange.isPending || quote.isFetching}
            disabledBecause={quote.data ? undefined : t('order.exchange.no-quote')}
            onClick={() => quote.data && exchange.mutate(quote.data)}
            data-testid="exchange-confirm"
          >
            {t('order.exchange.confirm')}
          </Button>
        </>
      }
    >
      {quote.isPending && <SkeletonLines lines={3} />}
      {quote.data && (
        <>
          <p>{t('order.exchange.former', { date: formatDate(order.performance.date, language, 'long') })}</p>
          <p>
            <strong data-testid="exchange-money">
              <ExchangeMoney quote={quote.data} money={money} />
            </strong>
          </p>
          {quote.data.dueMinor > 0 && <p className="c-soft">{t('order.exchange.withheld')}</p>}
        </>
      )}
      {failure && <Notice tone="bad">{problemText(failure, t)}</Notice>}
    </Dialog>
  );
}

function ExchangeMoney({ quote, money }: { quote: ExchangeQuote; money: (minor: number) => string }) {
  const t = useText();
  const { dueMinor, backMinor, toVoucherMinor, creditMinor } = quote;
  if (dueMinor > 0) return t('order.exchange.due', { amount: money(dueMinor) });
  if (backMinor > 0)
    return (
      <>
        {backMinor > toVoucherMinor &&
          t('order.exchange.refund', { amount: money(backMinor - toVoucherMinor) })}{' '}
        {toVoucherMinor > 0 && t('order.exchange.to-voucher', { amount: money(toVoucherMinor) })}
      </>
    );
  if (creditMinor > 0) return t('order.exchange.credit', { amount: money(creditMinor) });
  return t('order.exchange.same');
}
