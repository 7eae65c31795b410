import { useLanguage } from '@coulisse/ui-kit';
import { seatName } from '@coulisse/seat-plan';
import { useCallback, useMemo } from 'react';
import type { Formula, Plan, Seat } from '../api/types';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { numberSpans, usualFormula } from './basket-lines';

/** Full description of a seat: 'Rang B, place 12, Carré Or, 45,00 €, libre'. */
export function useDescribeSeat(plan: Plan, formulas: readonly Formula[]): (seat: Seat) => string {
  const t = useText();
  const language = useLanguage();
  const money = useMoney();
  const { categories } = plan;
  // Computed once per category, not for each of thousands of seats.
  const words = useMemo(
    () =>
      new Map(
        categories.map((category) => {
          const formula = usualFormula(formulas.filter((item) => item.categoryId === category.id));
          const price = formula?.priceMinor ?? category.fromPriceMinor;
          return [category.id, [category.name, price === null ? undefined : money(Number(price))]];
        }),
      ),
    [categories, formulas, money],
  );
  // The seat map memoises on this function, so it must stay the same until its texts change.
  return useCallback(
    (seat: Seat) =>
      [
        seatName(seat, language),
        ...(words.get(seat.categoryId) ?? []),
        seat.isPmr ? t('seat.accessible') : seat.isCompanion ? t('seat.companion') : undefined,
        t(`state.${seat.state}`),
      ]
        .filter(Boolean)
        .join(', '),
    [t, language, words],
  );
}

/** 'Rang B, places 12 à 14'. */
export function useGroupName(): (seats: readonly Pick<Seat, 'row' | 'number' | 'tableId'>[]) => string {
  const t = useText();
  return (seats) => {
    const words = numberSpans(seats.map((seat) => seat.number)).map(({ from, to }) =>
      from === to ? from : t('basket.span', { from, to }),
    );
    const last = words.pop() ?? '';
    const numbers = words.length > 0 ? `${words.join(', ')} ${t('basket.and')} ${last}` : last;
    return `${t(seats[0]?.tableId ? 'basket.table' : 'basket.row', { row: seats[0]?.row })}, ${t('basket.places', { count: seats.length, numbers })}`;
  };
}
