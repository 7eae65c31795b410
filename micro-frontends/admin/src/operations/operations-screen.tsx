import { useQuery } from '@tanstack/react-query';
import { Activity, EyeOff } from 'lucide-react';
import { useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Failure } from '@coulisse/resource-fields';
import { usePageTitle } from '@coulisse/resource-ui';
import { Card, EmptyState, formatDate, Notice, Select, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { OPERATIONS } from '../api-paths';
import { SERVICES, useServiceName } from '../services';
import { useFilters } from '../use-filters';
import { colourToken, LineChart } from './line-chart';
import {
  formatFigure,
  lastOf,
  PERIODS,
  shownLines,
  VIEWS,
  type Chart,
  type Figure,
  type Operations,
} from './operations';
import './operations.css';

const REFRESH_MS = 15_000;
const chosen = <T extends string>(values: readonly [T, ...T[]], value: string | null): T =>
  values.find((candidate) => candidate === value) ?? values[0];

/** How the platform is, for its operators: from Prometheus, by the fixed queries of insights. */
const OperationsScreen = () => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const api = useApi();
  const { get, change } = useFilters();
  const view = chosen(VIEWS, get('view'));
  const period = chosen(PERIODS, get('period'));
  usePageTitle(t('menu.operations'));
  const query = useQuery({
    queryKey: ['operations', view, period],
    queryFn: ({ signal }) =>
      api.get<Operations>(`${OPERATIONS}?${new URLSearchParams({ view, period }).toString()}`, { signal }),
    placeholderData: (old, before) => (before?.queryKey[1] === view ? old : undefined),
    refetchInterval: REFRESH_MS,
  });
  const { data: shown, dataUpdatedAt } = query;
  const isEmpty = shown?.isOn && shown.charts.every(({ lines }) => lines.length === 0);
  return (
    <div className="a-page">
      <header className="a-head">
        <h1>{t('menu.operations')}</h1>
      </header>
      <p className="c-soft a-lead">{t('operations.lead')}</p>
      <div className="a-filters">
        <nav className="r-tabs" aria-label={t('operations.views')}>
          {VIEWS.map((name) => (
            <button
              key={name}
              type="button"
              aria-current={name === view ? 'page' : undefined}
              onClick={() => change({ view: name })}
            >
              {t(`operations.view.${name}`)}
            </button>
          ))}
        </nav>
        <div className="a-choices">
          <Select
            aria-label={t('operations.period')}
            value={period}
            options={PERIODS.map((value) => ({ value, label: t(`operations.period.${value}`) }))}
            onChange={({ target }) => change({ period: target.value })}
            data-testid="operations-period"
          />
        </div>
      </div>
      {query.isError && shown && (
        <Notice tone="warn">
          {t('operations.stale', { time: formatDate(new Date(dataUpdatedAt), language, 'time') })}
        </Notice>
      )}
      {query.isError && !shown && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonLines lines={6} />}
      {shown && !shown.isOn && (
        <EmptyState icon={<EyeOff aria-hidden />} title={t('operations.off')}>
          {t('operations.off.body')}
        </EmptyState>
      )}
      {isEmpty && (
        <EmptyState icon={<Activity aria-hidden />} title={t('operations.none')}>
          {t('operations.none.body')}
        </EmptyState>
      )}
      {shown?.isOn && !isEmpty && (
        <>
          <dl className="a-figures">
            {shown.figures.map((figure) => (
              <FigureCard key={figure.name} figure={figure} />
            ))}
          </dl>
          <div className="a-charts">
            {shown.charts.map((chart) => (
              <ChartCard key={chart.name} chart={chart} />
            ))}
          </div>
        </>
      )}
    </div>
  );
};

const FigureCard = ({ figure: { name, unit, value } }: { figure: Figure }) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <Card className="a-figure">
      <dt className="c-soft">{t(`operations.figure.${name}`)}</dt>
      <dd>{formatFigure(value, unit, language)}</dd>
    </Card>
  );
};

const ChartCard = ({ chart: { name, unit, lines } }: { chart: Chart }) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const serviceName = useServiceName();
  const { shown, hidden } = useMemo(() => shownLines(lines), [lines]);
  const names = useMemo(
    () =>
      shown.map(({ label }) =>
        SERVICES.some((service) => service === label)
          ? serviceName(label)
          : t(`operations.line.${label}`, { defaultValue: label }),
      ),
    // The names change with the language, and with what is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [shown, language],
  );
  const title = t(`operations.chart.${name}`);
  return (
    <Card className="a-chart">
      <h2>{title}</h2>
      {shown.length === 0 ? (
        <p className="c-soft">{t('operations.no-lines')}</p>
      ) : (
        <>
          <LineChart lines={shown} names={names} unit={unit} language={language} label={title} />
          <ul className="a-legend">
            {shown.map((line, index) => (
              <li key={line.label} style={{ '--colour': `var(${colourToken(index)})` } as CSSProperties}>
                <span>{names[index]}</span>
                <b>{formatFigure(lastOf(line), unit, language)}</b>
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className="c-soft">{t('operations.hidden', { count: hidden })}</p>}
        </>
      )}
    </Card>
  );
};

export default OperationsScreen;
