import { useTranslation } from 'react-i18next';
import { Card, formatMoney, formatNumber, formatPercent, useLanguage } from '@coulisse/ui-kit';
import type { BoxOfficeOverview, PerformanceSale } from '../../figure-types';
import { Change } from './change';
import { Figure } from './figure';
import { changeOf, shareOf, soldThisWeek } from './week';

const average = (amount: number, count: number): number => (count === 0 ? 0 : Math.round(amount / count));

interface WeekFiguresProps {
  overview: BoxOfficeOverview;
  /** Of the next seven days. */
  coming: readonly PerformanceSale[];
}

/** Sales of this week, each compared with the last week at the same time, and how full the next days are. */
export const WeekFigures = ({ overview, coming }: WeekFiguresProps) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const now = soldThisWeek(overview);
  const before = overview.sales.lastWeekSoFar;
  const total = (of: 'places' | 'sold') => coming.reduce((sum, sale) => sum + sale[of], 0);
  const money = (amount: number) => formatMoney(amount, language);
  const number = (value: number) => formatNumber(value, language);
  const basket = {
    now: average(now.amountMinor, now.reservations),
    before: average(before.amountMinor, before.reservations),
  };
  const list = '/prestiscene/reservations?f.state.eq=VALIDATED';
  return (
    <Card className="t-week">
      <dl className="t-figures">
        <Figure
          label={t('dashboard.week.sales')}
          to={list}
          note={
            <Compared
              change={changeOf(now.amountMinor, before.amountMinor)}
              before={money(before.amountMinor)}
            />
          }
        >
          {money(now.amountMinor)}
        </Figure>
        <Figure
          label={t('dashboard.week.places')}
          to={list}
          note={<Compared change={changeOf(now.places, before.places)} before={number(before.places)} />}
        >
          {number(now.places)}
        </Figure>
        <Figure
          label={t('dashboard.week.basket')}
          note={<Compared change={changeOf(basket.now, basket.before)} before={money(basket.before)} />}
        >
          {money(basket.now)}
        </Figure>
        <Figure
          label={t('dashboard.week.filling')}
          to="/configuration/representations"
          note={t('dashboard.places-of', { sold: number(total('sold')), places: number(total('places')) })}
        >
          {formatPercent(shareOf(total('sold'), total('places')), language)}
        </Figure>
      </dl>
    </Card>
  );
};

const Compared = ({ change, before }: { change: number | null; before: string }) => {
  const { t } = useTranslation('ticketing');
  if (change === null) return t('dashboard.week.nothing-before');
  return (
    <>
      <Change percent={change} /> · {t('dashboard.week.before', { before })}
    </>
  );
};
