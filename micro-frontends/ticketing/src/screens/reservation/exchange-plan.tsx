import { useQuery } from '@tanstack/react-query';
import { bestSeats, seatName } from '@coulisse/seat-plan';
import { SeatMap, type DrawnSeat } from '@coulisse/seat-plan/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import {
  Button,
  formatDate,
  formatMoney,
  Notice,
  Select,
  SkeletonLines,
  toLanguage,
  wholeCodes,
} from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { DESK_PERFORMANCES } from '../../api-paths';
import type { Page } from '../../api-types';
import { usualFormula } from '../desk/desk-money';
import type { DeskPerformance, DeskTerms } from '../desk/desk-types';
import type { DeskSeats } from '../desk/use-desk-seats';
import { useSeatMapLabels } from '../seats/use-seat-map-labels';

/** The date and the seats that places are exchanged for. */
export const ExchangePlan = ({
  title,
  desk,
  terms,
  count,
  performanceId,
  onPerformance,
}: {
  title: string;
  desk: DeskSeats;
  terms: DeskTerms | undefined;
  /** How many seats are to be chosen. */
  count: number;
  performanceId: string;
  onPerformance: (id: string) => void;
}) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const performances = useQuery({
    queryKey: ['desk-performances'],
    queryFn: () => api.get<Page<DeskPerformance>>(DESK_PERFORMANCES),
  });
  const mapLabels = useSeatMapLabels(t('desk.map'));
  const plan = desk.plan.data;
  const formulas = terms?.formulas;
  const categories = plan?.categories;
  const describe = useCallback(
    (seat: DrawnSeat) => {
      const formula = usualFormula(seat.categoryId, formulas ?? []);
      return [
        seatName(seat, language),
        categories?.find(({ id }) => id === seat.categoryId)?.name,
        formula && formatMoney(formula.priceMinor, language),
        t(`desk.state.${seat.state}`),
      ]
        .filter(Boolean)
        .join(', ');
    },
    [categories, formulas, language, t],
  );
  const toggle = (seat: DrawnSeat) => {
    if (seat.state === 'MINE') desk.want(desk.chosen.filter((id) => id !== seat.id));
    // The seat that was chosen first makes place for one too many.
    else if (seat.state === 'FREE' && count > 0) desk.want([...desk.chosen, seat.id].slice(-count));
  };
  const takeBest = () => {
    const found = bestSeats(count, desk.seats, ({ state }) => state === 'FREE' || state === 'MINE');
    if (found) desk.want(found.map(({ id }) => id));
  };
  const items = performances.data?.items ?? [];
  const listed = terms && !items.some(({ id }) => id === terms.id) ? [terms, ...items] : items;
  return (
    <div className="t-desk-main">
      <header className="t-head">
        <h1>{wholeCodes(title)}</h1>
        <span className="t-choose">
          <Select
            aria-label={t('desk.date')}
            value={performanceId}
            data-testid="exchange-date"
            options={listed.map((item) => ({
              value: item.id,
              label: `${formatDate(item.date, language, 'short')} ${[...item.mealTimes, ...item.showTimes].at(-1) ?? ''} · ${item.show.name} · ${t('desk.left', { count: item.placesRemaining })}`,
            }))}
            onChange={({ target }) => onPerformance(target.value)}
          />
        </span>
      </header>
      <div className="c-card t-desk-plan">
        <div className="t-desk-best">
          {count > 0 && <span>{t('change.exchange.choose', { count })}</span>}
          <Button disabledBecause={count > 0 ? undefined : t('change.exchange.which')} onClick={takeBest}>
            {t('change.exchange.best')}
          </Button>
        </div>
        {desk.plan.isError && <Failure failure={desk.plan.error} onRetry={() => void desk.plan.refetch()} />}
        {!plan && !desk.plan.isError && <SkeletonLines lines={10} />}
        {terms && !terms.onSale && <Notice tone="warn">{t('desk.closed')}</Notice>}
        {plan && (
          <SeatMap
            version={plan.seatingId}
            seats={desk.seats}
            categories={plan.categories}
            scene={plan.scene}
            describe={describe}
            onToggle={toggle}
            labels={mapLabels}
          />
        )}
      </div>
    </div>
  );
};
