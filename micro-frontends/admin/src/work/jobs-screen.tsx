import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor, useApi, useMay } from '@coulisse/mfe-kit';
import { Card, EmptyState, formatNumber, Select, useLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { BACKGROUND_JOBS } from '../api-paths';
import { Pages } from '../pages';
import { ReasonDialog } from '../reason-dialog';
import { ServiceFilter } from '../service-filter';
import { useFilters } from '../use-filters';
import { tenantKey, useNames } from '../use-names';
import { type BackgroundJob, type BackgroundJobs, JOB_STATES } from './job';
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
  const api = useApi();
  const toast = useToast();
  const problem = useProblemText();
  const { nameOf } = useWorkText();
  const mayChange = useMay()('core.failed-delivery.update');
  const allTenants = useActor().tenant === null;
  const [stopped, setStopped] = useState<BackgroundJob | null>(null);
  const tenantOf = useNames(
    allTenants ? jobs.flatMap(({ tenantId }) => (tenantId ? [tenantKey(tenantId)] : [])) : [],
  );
  const tenantName = ({ tenantId }: BackgroundJob): string | null => {
    if (!allTenants) return null;
    if (tenantId === null) return t('work.everybody');
    return tenantOf(tenantKey(tenantId))?.name ?? t('tenant.someone');
  };
  const pathOf = ({ service, id }: BackgroundJob) => `${BACKGROUND_JOBS}/${service}/${id}`;
  const retry = useMutation({
    mutationFn: (job: BackgroundJob) => api.post(`${pathOf(job)}/_retry`),
    onSuccess: () => toast.good(t('job.retried')),
    onError: (failure) => toast.bad(problem(failure)),
    onSettled: onChanged,
  });
  return (
    <Card className="a-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('job')}</th>
            <th scope="col">{t('job.state')}</th>
            <th scope="col">{t('job.error')}</th>
            <th scope="col">{t('job.started')}</th>
            <th scope="col">{t('job.ended')}</th>
            <th scope="col" className="c-num">
              {t('job.attempts')}
            </th>
            {mayChange && (
              <th scope="col">
                <span className="c-hidden">{t('job.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow
              key={`${job.service} ${job.id}`}
              job={job}
              tenant={tenantName(job)}
              mayChange={mayChange}
              busy={retry.isPending && retry.variables.id === job.id}
              onRetry={() => retry.mutate(job)}
              onStop={() => setStopped(job)}
            />
          ))}
        </tbody>
      </table>
      {stopped && (
        <ReasonDialog
          title={t('job.stop.title')}
          confirm={t('job.stop')}
          keep={t('job.stop.keep')}
          path={`${pathOf(stopped)}/_cancel`}
          onClose={() => setStopped(null)}
          onDone={() => {
            setStopped(null);
            toast.good(t('job.stopped'));
            void onChanged();
          }}
        >
          {t('job.stop.body', { job: nameOf(stopped) })}
        </ReasonDialog>
      )}
    </Card>
  );
};

export default JobsScreen;
