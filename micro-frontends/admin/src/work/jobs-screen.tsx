import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleStop } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActor, useApi } from '@coulisse/mfe-kit';
import { EmptyState, formatNumber, Select, useLanguage } from '@coulisse/ui-kit';
import { BACKGROUND_JOBS } from '../api-paths';
import { Pages } from '../pages';
import { ServiceFilter } from '../service-filter';
import { ServiceItems } from '../service-items';
import { useFilters } from '../use-filters';
import { tenantKey, useNames } from '../use-names';
import { type BackgroundJob, type BackgroundJobs, JOB_STATES, mayRetry, mayStop } from './job';
import { JobRow } from './job-row';
import { useWorkText } from './use-work-text';
import { WorkPage } from './work-page';

const PAGE = 25;
const REFRESH_MS = 5_000;

const isCounted = (state: string, counts: object): state is keyof BackgroundJobs['counts'] =>
  Object.hasOwn(counts, state);

/** Work that services do by themselves: what waits, runs or failed, and on request what ended. */
const JobsScreen = () => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const api = useApi();
  const queries = useQueryClient();
  const { get, change } = useFilters();
  const [state, service, before] = [get('status'), get('service'), get('before')];
  const parameters = new URLSearchParams({
    ...(state && { state }),
    ...(service && { service }),
    ...(before && { before }),
    limit: String(PAGE),
  });
  const query = useQuery({
    queryKey: ['background-jobs', language, parameters.toString()],
    queryFn: ({ signal }) =>
      api.get<BackgroundJobs>(`${BACKGROUND_JOBS}?${parameters.toString()}`, { signal }),
    placeholderData: (old) => old,
    refetchInterval: REFRESH_MS,
  });
  const { data: listed } = query;
  const stateOption = (value: string) => {
    const count = listed && isCounted(value, listed.counts) ? listed.counts[value] : 0;
    const label = t(`job.filter.${value}`);
    const number = formatNumber(count, language, 0);
    return { value, label: count > 0 ? t('job.filter.counted', { state: label, number }) : label };
  };
  const isFiltered = Boolean(state ?? service ?? before);
  return (
    <WorkPage
      query={query}
      service={service}
      filters={
        <div className="a-choices">
          <Select
            aria-label={t('job.state')}
            className="a-service"
            empty={t('job.filter.open')}
            value={state ?? ''}
            options={JOB_STATES.map(stateOption)}
            onChange={({ target }) => change({ status: target.value })}
            data-testid="job-state"
          />
          <ServiceFilter service={service} onChange={(value) => change({ service: value })} />
        </div>
      }
      empty={
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={t(isFiltered ? 'job.none.filtered' : 'job.none')}
        >
          {t(isFiltered ? 'job.none.filtered.body' : 'job.none.body')}
        </EmptyState>
      }
    >
      {listed && listed.items.length > 0 && (
        <JobTable
          jobs={listed.items}
          onChanged={() => queries.invalidateQueries({ queryKey: ['background-jobs'] })}
        />
      )}
      {listed && (
        <Pages isFirst={!before} next={listed.next} onPage={(cursor) => change({ before: cursor })} />
      )}
    </WorkPage>
  );
};

const JobTable = ({
  jobs,
  onChanged,
}: {
  jobs: readonly BackgroundJob[];
  onChanged: () => Promise<void>;
}) => {
  const { t } = useTranslation('admin');
  const { nameOf } = useWorkText();
  const allTenants = useActor().tenant === null;
  const tenantOf = useNames(
    allTenants ? jobs.flatMap(({ tenantId }) => (tenantId ? [tenantKey(tenantId)] : [])) : [],
  );
  const tenantName = ({ tenantId }: BackgroundJob): string | null => {
    if (!allTenants) return null;
    if (tenantId === null) return t('work.everybody');
    return tenantOf(tenantKey(tenantId))?.name ?? t('tenant.someone');
  };
  return (
    <ServiceItems
      items={jobs}
      path={BACKGROUND_JOBS}
      columns={[
        { label: t('job') },
        { label: t('job.state') },
        { label: t('job.error') },
        { label: t('job.started') },
        { label: t('job.ended') },
        { label: t('job.attempts'), isNumber: true },
      ]}
      actionsLabel={t('job.actions')}
      retry={{ label: t('job.retry'), done: t('job.retried') }}
      end={{
        action: '_cancel',
        label: t('job.stop'),
        icon: <CircleStop aria-hidden />,
        title: t('job.stop.title'),
        keep: t('job.stop.keep'),
        done: t('job.stopped'),
      }}
      mayRetry={mayRetry}
      mayEnd={mayStop}
      nameOf={nameOf}
      consequenceOf={(job) => t('job.stop.body', { job: nameOf(job) })}
      rowOf={(job, actions) => <JobRow job={job} tenant={tenantName(job)} actions={actions} />}
      onChanged={onChanged}
    />
  );
};

export default JobsScreen;
