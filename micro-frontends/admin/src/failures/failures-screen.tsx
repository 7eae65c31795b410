import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor, useApi, useMay } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  formatNumber,
  Notice,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { usePageTitle } from '@coulisse/resource-ui';
import { FAILED_DELIVERIES } from '../api-paths';
import { Pages } from '../pages';
import { ReasonDialog } from '../reason-dialog';
import { ServiceFilter } from '../service-filter';
import { useServiceName } from '../services';
import { useFilters } from '../use-filters';
import { tenantKey, useNames } from '../use-names';
import { type FailedDeliveries, type FailedDelivery, isUnreadable } from './failure';
import { FailureRow, useEventText } from './failure-row';

const STATES = [null, 'RETRYING', 'DEAD'] as const;
const PAGE = 25;

/** Events that a service could not handle yet: most are retried automatically, the others need a decision. */
const FailuresScreen = () => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const problem = useProblemText();
  const mayChange = useMay()('core.failed-delivery.update');
  const { get, change } = useFilters();
  const serviceName = useServiceName();
  const [askAll, setAskAll] = useState(false);
  usePageTitle(t('menu.failures'));
  const state = get('status');
  const service = get('service');
  const before = get('before');
  const filters = { ...(state && { state }), ...(service && { service }) };
  const parameters = new URLSearchParams({ ...filters, ...(before && { before }), limit: String(PAGE) });
  const query = useQuery({
    queryKey: ['failed-deliveries', parameters.toString()],
    queryFn: ({ signal }) =>
      api.get<FailedDeliveries>(`${FAILED_DELIVERIES}?${parameters.toString()}`, { signal }),
    placeholderData: (old) => old,
    refetchInterval: 10_000,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['failed-deliveries'] });
  const retryAll = useMutation({
    mutationFn: () => api.post<{ count: number }>(`${FAILED_DELIVERIES}/_retry`, filters),
    onSuccess: ({ count }) => {
      toast.good(t('failure.retried-all', { count }));
      return refresh();
    },
    onError: (failure) => toast.bad(problem(failure)),
    onSettled: () => setAskAll(false),
  });
  const { data } = query;
  const counts = data?.counts;
  const countOf = (tab: (typeof STATES)[number]) => (tab && counts ? counts[tab] : 0);
  return (
    <div className="a-page">
      <header className="a-head">
        <h1>{t('menu.failures')}</h1>
        {mayChange && data && data.items.length > 0 && (
          <Button
            kind="main"
            className="c-push"
            icon={<RotateCw aria-hidden />}
            onClick={() => setAskAll(true)}
            data-testid="failures-retry-all"
          >
            {t('failure.retry-all')}
          </Button>
        )}
      </header>
      <p className="c-soft a-lead">{t('failure.lead')}</p>
      <div className="a-filters">
        <nav className="r-tabs" aria-label={t('failure.state')}>
          {STATES.map((tab) => (
            <button
              key={tab ?? ''}
              type="button"
              aria-current={tab === state ? 'page' : undefined}
              onClick={() => change({ status: tab })}
            >
              {t(tab ? `failure.tab.${tab}` : 'failure.tab.all')}
              {countOf(tab) > 0 && <span className="a-count">{formatNumber(countOf(tab), language, 0)}</span>}
            </button>
          ))}
        </nav>
        <ServiceFilter service={service} onChange={(value) => change({ service: value })} />
      </div>
      {data && data.unavailable.length > 0 && (
        <Notice tone="warn">
          {t('failure.unavailable', {
            services: data.unavailable.map(serviceName).join(', '),
          })}
        </Notice>
      )}
      {query.isError && !data && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonLines lines={6} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<CircleCheck aria-hidden />} title={t('failure.none')}>
          {t(state || service || before ? 'failure.none.filtered' : 'failure.none.body')}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <FailureTable items={data.items} mayChange={mayChange} onChanged={refresh} />
      )}
      {data && <Pages isFirst={!before} next={data.next} onPage={(cursor) => change({ before: cursor })} />}
      {askAll && (
        <ConfirmDialog
          title={t('failure.retry-all.title')}
          confirm={t('failure.retry-all')}
          busy={retryAll.isPending}
          onConfirm={() => retryAll.mutate()}
          onClose={() => setAskAll(false)}
        >
          {t(state || service ? 'failure.retry-all.filtered' : 'failure.retry-all.body')}
        </ConfirmDialog>
      )}
    </div>
  );
};

const FailureTable = ({
  items,
  mayChange,
  onChanged,
}: {
  items: readonly FailedDelivery[];
  mayChange: boolean;
  onChanged: () => Promise<void>;
}) => {
  const { t } = useTranslation('admin');
  const api = useApi();
  const toast = useToast();
  const problem = useProblemText();
  const eventText = useEventText();
  const allTenants = useActor().tenant === null;
  const [discarded, setDiscarded] = useState<FailedDelivery | null>(null);
  const subjects = items.flatMap(({ subject }) => (subject ? [subject] : []));
  const nameOf = useNames(
    allTenants
      ? [
          ...subjects,
          ...items.filter((item) => !isUnreadable(item)).map(({ tenantId }) => tenantKey(tenantId)),
        ]
      : subjects,
  );
  const pathOf = ({ service, id }: FailedDelivery) => `${FAILED_DELIVERIES}/${service}/${id}`;
  const retry = useMutation({
    mutationFn: (failure: FailedDelivery) => api.post(`${pathOf(failure)}/_retry`),
    onSuccess: () => toast.good(t('failure.retried')),
    onError: (failure) => toast.bad(problem(failure)),
    onSettled: onChanged,
  });
  return (
    <Card className="a-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('failure.event')}</th>
            <th scope="col">{t('failure.state')}</th>
            <th scope="col">{t('failure.reason')}</th>
            <th scope="col">{t('failure.since')}</th>
            <th scope="col" className="c-num">
              {t('failure.attempts')}
            </th>
            <th scope="col">{t('failure.next')}</th>
            {mayChange && (
              <th scope="col">
                <span className="c-hidden">{t('failure.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((failure) => (
            <FailureRow
              key={`${failure.service} ${failure.id}`}
              failure={failure}
              subject={failure.subject ? nameOf(failure.subject) : undefined}
              tenant={allTenants && !isUnreadable(failure) ? nameOf(tenantKey(failure.tenantId)) : undefined}
              allTenants={allTenants}
              mayChange={mayChange}
              busy={retry.isPending && retry.variables.id === failure.id}
              onRetry={() => retry.mutate(failure)}
              onDiscard={() => setDiscarded(failure)}
            />
          ))}
        </tbody>
      </table>
      {discarded && (
        <ReasonDialog
          title={t('failure.discard.title')}
          confirm={t('failure.discard')}
          keep={t('failure.discard.keep')}
          path={`${pathOf(discarded)}/_discard`}
          onClose={() => setDiscarded(null)}
          onDone={() => {
            setDiscarded(null);
            toast.good(t('failure.discarded'));
            void onChanged();
          }}
        >
          {t('failure.discard.body', { event: eventText(discarded) })}
        </ReasonDialog>
      )}
    </Card>
  );
};

export default FailuresScreen;
