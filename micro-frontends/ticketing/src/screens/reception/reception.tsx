import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useApi } from '@coulisse/mfe-kit';
import {
  Card,
  formatDate,
  Input,
  Notice,
  Select,
  SkeletonLines,
  toLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { RECEPTION_PERFORMANCES } from '../../api-paths';
import type { Page, ReceptionList, ReceptionPerformance, ReceptionRow } from '../../api-types';
import { ArrivalDialog } from './arrival-dialog';
import { ReceptionTable } from './reception-table';

const DISPLAYS = ['ALL', 'NOT_ARRIVED', 'ARRIVED'] as const;
const SORTS = ['NAME', 'RESERVATION', 'TABLE'] as const;

/** Reception screen: marks arrivals of one performance, with one tap per party. */
const Reception = () => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const navigate = useNavigate();
  const { performance } = useParams();
  const performances = useQuery({
    queryKey: ['reception'],
    queryFn: () => api.get<Page<ReceptionPerformance>>(RECEPTION_PERFORMANCES),
  });
  if (performances.isError)
    return <Failure failure={performances.error} onRetry={() => void performances.refetch()} />;
  if (!performances.data) return <SkeletonLines />;
  const { items } = performances.data;
  const current = items.find(({ id }) => id === performance) ?? items[0];
  return (
    <div className="t-page">
      <header className="t-head">
        <h1>{t('menu.reception')}</h1>
        {items.length > 0 && (
          <span className="t-choose">
            <Select
              aria-label={t('reception.choose')}
              value={current?.id ?? ''}
              options={items.map((item) => ({
                value: item.id,
                label: `${formatDate(item.date, language, 'short')} ${item.showTimes.join(' · ')} · ${item.show}`,
              }))}
              onChange={(event) => void navigate(`/prestiscene/reception/${event.target.value}`)}
            />
          </span>
        )}
      </header>
      {current ? (
        <Arrivals key={current.id} performance={current} />
      ) : (
        <div className="c-state">
          <h2>{t('reception.none')}</h2>
          <p>{t('reception.none.why')}</p>
        </div>
      )}
    </div>
  );
};

const Arrivals = ({ performance }: { performance: ReceptionPerformance }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const [search, setSearch] = useSearchParams();
  const [countedRow, setCountedRow] = useState<ReceptionRow | null>(null);
  const query = search.get('q') ?? '';
  const display = search.get('display') ?? 'ALL';
  const sort = search.get('sort') ?? 'NAME';
  const set = (name: string, value: string, initial: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === initial) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );

  const path = `${RECEPTION_PERFORMANCES}/${performance.id}/reservations`;
  const key = ['reception', performance.id, query, display, sort];
  const list = useQuery({
    queryKey: key,
    queryFn: () =>
      api.get<ReceptionList>(
        `${path}?${new URLSearchParams({ ...(query ? { q: query } : {}), display, sort })}`,
      ),
    placeholderData: (before) => before,
    refetchInterval: 10_000,
  });
  const arrive = useMutation({
    mutationFn: ({ row, count }: { row: ReceptionRow; count: number }) =>
      count === row.numberOfPlaces
        ? api.post(`${path}/${row.id}/arrived`, {})
        : api.post(`${path}/${row.id}/arrived-count`, { arrivedCount: count }),
    onSuccess: () => {
      setCountedRow(null);
      return queries.invalidateQueries({ queryKey: ['reception', performance.id] });
    },
    onError: (error) => toast.bad(error.message),
  });
  const totals = list.data?.totals ?? {
    places: performance.places,
    arrived: performance.arrived,
    canceledArrived: 0,
  };
  const share = totals.places === 0 ? 0 : Math.round((100 * totals.arrived) / totals.places);
  return (
    <>
      <div className="t-progress" role="img" aria-label={t('reception.progress', totals)}>
        <strong>
          {totals.arrived} <span className="c-faint">/ {totals.places}</span>
        </strong>
        <span>{t('reception.arrived')}</span>
        <i>
          <b style={{ width: `${share}%` }} />
        </i>
      </div>
      {totals.canceledArrived > 0 && (
        <Notice tone="warn">{t('reception.canceled-here', { count: totals.canceledArrived })}</Notice>
      )}
      <div className="t-filters">
        <label className="t-search">
          <Search className="c-icon" aria-hidden />
          <span className="c-hidden">{t('reception.search')}</span>
          <Input
            type="search"
            value={query}
            placeholder={t('reception.search')}
            onChange={(event) => set('q', event.target.value, '')}
          />
        </label>
        <div className="t-segments" role="group" aria-label={t('reception.display')}>
          {DISPLAYS.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={display === value}
              onClick={() => set('display', value, 'ALL')}
            >
              {t(`reception.display.${value}`)}
            </button>
          ))}
        </div>
        <label className="t-sort">
          <span className="c-soft">{t('reception.sort')}</span>
          <Select
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`reception.sort.${value}`) }))}
            onChange={(event) => set('sort', event.target.value, 'NAME')}
          />
        </label>
      </div>
      <Card>
        {list.isError && <Failure failure={list.error} onRetry={() => void list.refetch()} />}
        {list.data && list.data.items.length === 0 && (
          <div className="c-state">
            <h2>{t(query || display !== 'ALL' ? 'reception.no-match' : 'reception.no-reservation')}</h2>
          </div>
        )}
        {list.data && list.data.items.length > 0 && (
          <ReceptionTable
            rows={list.data.items}
            busy={arrive.isPending ? arrive.variables.row.id : null}
            onAll={(row) => arrive.mutate({ row, count: row.numberOfPlaces })}
            onSome={setCountedRow}
          />
        )}
      </Card>
      {countedRow && (
        <ArrivalDialog
          row={countedRow}
          busy={arrive.isPending}
          onClose={() => setCountedRow(null)}
          onConfirm={(count) => arrive.mutate({ row: countedRow, count })}
        />
      )}
    </>
  );
};

export default Reception;
