import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActor, useApi } from '@coulisse/mfe-kit';
import { Card, EmptyState, useLanguage } from '@coulisse/ui-kit';
import { SCHEDULES } from '../api-paths';
import { ServiceFilter } from '../service-filter';
import { useFilters } from '../use-filters';
import { tenantKey, useNames } from '../use-names';
import type { Schedule, ScheduleRun, Schedules } from './schedule';
import { ScheduleRow } from './schedule-row';
import { WorkPage } from './work-page';

const REFRESH_MS = 10_000;

/** What services do at planned times: when next, how it went, and what was missed. */
const SchedulesScreen = () => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const api = useApi();
  const { get, change } = useFilters();
  const service = get('service');
  const parameters = service ? `?${new URLSearchParams({ service }).toString()}` : '';
  const query = useQuery({
    queryKey: ['schedules', language, service],
    queryFn: ({ signal }) => api.get<Schedules>(`${SCHEDULES}${parameters}`, { signal }),
    placeholderData: (old) => old,
    refetchInterval: REFRESH_MS,
  });
  const { data: listed } = query;
  return (
    <WorkPage
      query={query}
      service={service}
      filters={<ServiceFilter service={service} onChange={(value) => change({ service: value })} />}
      empty={
        <EmptyState icon={<CalendarClock aria-hidden />} title={t('schedule.none')}>
          {t('schedule.none.body')}
        </EmptyState>
      }
    >
      {listed && listed.items.length > 0 && <ScheduleTable schedules={listed.items} />}
    </WorkPage>
  );
};

const runsOf = ({ last, irregular }: Schedule): ScheduleRun[] => [...(last ? [last] : []), ...irregular];

const ScheduleTable = ({ schedules }: { schedules: readonly Schedule[] }) => {
  const { t } = useTranslation('admin');
  const allTenants = useActor().tenant === null;
  const runs = allTenants ? schedules.flatMap(runsOf) : [];
  const nameOf = useNames(runs.flatMap(({ tenantId }) => (tenantId ? [tenantKey(tenantId)] : [])));
  const tenantOf = ({ tenantId }: ScheduleRun): string | null => {
    if (!allTenants || tenantId === null) return null;
    return nameOf(tenantKey(tenantId))?.name ?? t('tenant.someone');
  };
  return (
    <Card className="a-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('schedule')}</th>
            <th scope="col">{t('schedule.next')}</th>
            <th scope="col">{t('schedule.last')}</th>
            <th scope="col">{t('schedule.irregular')}</th>
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule) => (
            <ScheduleRow
              key={`${schedule.service} ${schedule.name}`}
              schedule={schedule}
              allTenants={allTenants}
              tenantOf={tenantOf}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
};

export default SchedulesScreen;
