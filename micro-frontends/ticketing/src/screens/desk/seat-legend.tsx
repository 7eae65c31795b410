import { seatName } from '@coulisse/seat-plan';
import type { DrawnSeat } from '@coulisse/seat-plan/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, useLanguage } from '@coulisse/ui-kit';

export interface SeatLegendProps {
  categories: readonly { id: string; name: string; color: string }[];
  seats: readonly DrawnSeat[];
  /** The usual price of a category. */
  priceOf: (categoryId: string) => number | undefined;
}

/** The plan draws companions’ places as any other: so many of them are named, and more are counted. */
const MOST_NAMED = 6;

/** What colours and shapes of the seats mean; each category with its price and how many seats are free. */
export const SeatLegend = ({ categories, seats, priceOf }: SeatLegendProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const free = new Map<string, number>();
  for (const { categoryId, state } of seats)
    if (state === 'FREE') free.set(categoryId, (free.get(categoryId) ?? 0) + 1);
  const companions = seats.filter(({ isCompanion }) => isCompanion).map((seat) => seatName(seat, language));
  return (
    <ul className="t-desk-legend" role="list">
      {categories.map(({ id, name, color }) => {
        const price = priceOf(id);
        return (
          <li key={id}>
            <i style={{ '--category': color } as CSSProperties} aria-hidden />
            {name} {price !== undefined && formatMoney(price, language)}{' '}
            <b>{t('desk.left', { count: free.get(id) ?? 0 })}</b>
          </li>
        );
      })}
      {(['MINE', 'SOLD'] as const).map((state) => (
        <li key={state} data-state={state}>
          <i aria-hidden />
          {t(`desk.legend.${state}`)}
        </li>
      ))}
      {seats.some(({ isPmr }) => isPmr) && (
        <li data-state="PMR">
          <i aria-hidden />
          {t('desk.legend.PMR')}
        </li>
      )}
      {companions.length > 0 && (
        <li data-state="COMPANION">
          {t('desk.legend.COMPANION')} (
          {companions.length > MOST_NAMED ? companions.length : companions.join(', ')})
        </li>
      )}
    </ul>
  );
};
