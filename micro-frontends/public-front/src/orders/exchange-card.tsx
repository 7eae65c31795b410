import { Button, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { CalendarDays } from 'lucide-react';
import { useText } from '../app/use-text';
import type { Order } from './order-types';

/** Opens the choice of another date; absent where the theatre does not allow it. */
export function ExchangeCard({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const t = useText();
  const language = useLanguage();
  if (!order.exchange) return null;
  const at = formatDate(order.exchange.until, language, 'short-time', order.zone);
  return (
    <section className="order-card order-exchange" aria-labelledby="order-exchange">
      <h2 id="order-exchange">{t('order.exchange.until', { at })}</h2>
      <p className="c-soft">{t('order.exchange.how')}</p>
      <Button wide icon={<CalendarDays aria-hidden />} onClick={onOpen} data-testid="order-exchange">
        {t('order.exchange')}
      </Button>
    </section>
  );
}
