import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, SkeletonLines } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import type { BoxOfficeOverview } from '../../figure-types';
import { useOverview } from '../../use-figures';
import { Change } from './change';
import { ComingShows } from './coming-shows';
import { NextDays } from './next-days';
import { isSetUp, SetUpList } from './set-up-list';
import { ToDo } from './to-do';
import { Tonight } from './tonight';
import { changeOf, shownPerformances, soldThisWeek, weekdays } from './week';
import { WeekFigures } from './week-figures';

/** The drawing library is as large as the rest of the page: it comes after the figures. */
const SalesChart = lazy(() => import('./sales-chart'));

/** The box office on the dashboard; a theatre that cannot sell yet sees what is to be set up. */
const BoxOfficeDashboard = () => {
  const overview = useOverview();
  if (overview.isPending) return <SkeletonLines lines={8} />;
  if (overview.isError && !overview.data)
    return <Failure failure={overview.error} onRetry={() => void overview.refetch()} />;
  const { data } = overview;
  if (!isSetUp(data.setUp)) return <SetUpList setUp={data.setUp} />;
  const { now, later } = shownPerformances(data);
  return (
    <div className="t-dashboard">
      <div className="t-now">
        {now.map((performance) => (
          <Tonight key={performance.id} performance={performance} isToday={performance.date === data.today} />
        ))}
        {now.length === 0 && <NoPerformance />}
      </div>
      <ToDo />
      <WeekFigures overview={data} coming={later} />
      <NextDays performances={later} />
      <Sales overview={data} />
      <ComingShows />
    </div>
  );
};

const NoPerformance = () => {
  const { t } = useTranslation('ticketing');
  return (
    <Card className="t-tonight">
      <section>
        <h2>{t('dashboard.today.none')}</h2>
        <p className="c-soft">{t('dashboard.today.none.body')}</p>
      </section>
    </Card>
  );
};

const Sales = ({ overview }: { overview: BoxOfficeOverview }) => {
  const { t } = useTranslation('ticketing');
  const days = useMemo(() => weekdays(overview), [overview]);
  const change = changeOf(soldThisWeek(overview).amountMinor, overview.sales.lastWeekSoFar.amountMinor);
  return (
    <Card className="t-sales">
      <section>
        <h2>
          {t('dashboard.chart.title')}{' '}
          <span className="c-push c-faint t-count">{t('dashboard.chart.unit')}</span>
        </h2>
        {change !== null && (
          <p className="c-soft t-small">
            <Change percent={change} /> {t('dashboard.chart.compared')}
          </p>
        )}
        <Suspense fallback={<div className="t-chart" />}>
          <SalesChart days={days} />
        </Suspense>
      </section>
    </Card>
  );
};

export default BoxOfficeDashboard;
