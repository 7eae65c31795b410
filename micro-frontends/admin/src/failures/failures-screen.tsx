import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor, useApi, useMay } from '@coulisse/mfe-kit';
import {
  Button,
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
import { ServiceFilter } from '../service-filter';
import { ServiceItems } from '../service-items';
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
      {data && data.items.length > 0 && <FailureTable items={data.items} onChanged={refresh} />}
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
  onChanged,
}: {
  items: readonly FailedDelivery[];
  onChanged: () => Promise<void>;
}) => {
  const { t } = useTranslation('admin');
  const eventText = useEventText();
  const allTenants = useActor().tenant === null;
  const subjects = items.flatMap(({ subject }) => (subject ? [subject] : []));
  const nameOf = useNames(
    allTenants
      ? [
          ...subjects,
          ...items.filter((item) => !isUnreadable(item)).map(({ tenantId }) => tenantKey(tenantId)),
        ]
      : subjects,
  );
  return (
    <ServiceItems
      items={items}
      path={FAILED_DELIVERIES}
      columns={[
        { label: t('failure.event') },
        { label: t('failure.state') },
        { label: t('failure.reason') },
        { label: t('failure.since') },
        { label: t('failure.attempts'), isNumber: true },
        { label: t('failure.next') },
      ]}
      actionsLabel={t('failure.actions')}
      retry={{ label: t('failure.retry'), done: t('failure.retried') }}
      end={{
        action: '_discard',
        label: t('failure.discard'),
        icon: <Trash2 aria-hidden />,
        title: t('failure.discard.title'),
        keep: t('failure.discard.keep'),
        done: t('failure.discarded'),
      }}
      mayRetry={({ isRetriable }) => isRetriable}
      mayEnd={() => true}
      nameOf={eventText}
      consequenceOf={(failure) => t('failure.discard.body', { event: eventText(failure) })}
      rowOf={(failure, actions) => (
        <FailureRow
          failure={failure}
          subject={failure.subject ? nameOf(failure.subject) : undefined}
          tenant={allTenants && !isUnreadable(failure) ? nameOf(tenantKey(failure.tenantId)) : undefined}
          allTenants={allTenants}
          actions={actions}
        />
      )}
      onChanged={onChanged}
    />
  );
};

export default FailuresScreen;
