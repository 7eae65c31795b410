import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type RecordPartProps,
  type ResourceDescriptor,
  useApi,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { Card, formatMoney, formatNumber, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { type ListAnswer, useGroupsQuery } from '@coulisse/resource-client';
import { Failure, RecordState } from '@coulisse/resource-fields';
import './tiers-reservations.css';

const SHOWN = 6;
const LIST = '/prestiscene/reservations';

interface CustomerFigures {
  paidMinor: number;
  toRefundMinor: number;
  dueMinor: number;
}
/** Amounts beside the numbers of reservations; those of nothing are not shown. */
const AMOUNTS = [
  { name: 'paidMinor', label: 'reservations.paid' },
  { name: 'dueMinor', label: 'reservations.due' },
  { name: 'toRefundMinor', label: 'reservations.to-refund' },
] as const;

/** What a customer has reserved: how many in each state, what was paid, and the latest ones. */
export const TiersReservations = ({ record }: RecordPartProps) => {
  const descriptor = useResource('ticketing.reservation');
  return descriptor?.may.read ? <Reservations id={record.id} descriptor={descriptor} /> : null;
};

const Reservations = ({ id, descriptor }: { id: string; descriptor: ResourceDescriptor }) => {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const api = useApi();
  const performances = useResourceScreens(useResource('ticketing.performance'));
  const performanceOf = (value: unknown): string => {
    const label = (value as { label?: string } | null)?.label ?? '';
    return performances?.overrides.reference?.(label, language) ?? label;
  };
  const filter = `f.tiers.eq=${id}`;
  const states = useGroupsQuery(descriptor, 'state', filter);
  const latest = useQuery({
    // Same prefix as the lists of the resource, so that it is invalidated with them.
    queryKey: ['list', descriptor.name, 'of-tiers', id],
    queryFn: ({ signal }) =>
      api.get<ListAnswer>(`${descriptor.path}?${filter}&sort=-createdAt&size=${SHOWN}`, { signal }),
  });
  const money = useQuery({
    queryKey: ['list', descriptor.name, 'money-of-tiers', id],
    queryFn: ({ signal }) =>
      api.get<CustomerFigures>(`${descriptor.path}/customers/${id}/figures`, { signal }),
  });
  const amounts = AMOUNTS.flatMap(({ name, label }) => {
    const minor = money.data?.[name] ?? 0;
    return minor > 0 ? [{ label, amount: formatMoney((minor / 100).toFixed(2), language) }] : [];
  });
  const rows = latest.data?.items ?? [];
  const labels = descriptor.fields.find(({ name }) => name === 'state')?.enumLabels;
  const counted = (descriptor.fields.find(({ name }) => name === 'state')?.enum ?? []).flatMap((state) => {
    const total = states.data?.find(({ value }) => value === state)?.total ?? 0;
    return total > 0 ? [{ state, total }] : [];
  });
  return (
    <Card>
      <section>
        <h2>
          {t('reservations.title')}
          {rows.length > 0 && (
            <Link className="c-push k-all" to={`${LIST}?${filter}`}>
              {t('reservations.all')}
            </Link>
          )}
        </h2>
        {latest.isPending && <SkeletonLines lines={3} />}
        {latest.isError && !latest.data && (
          <Failure failure={latest.error} onRetry={() => void latest.refetch()} />
        )}
        {latest.data && rows.length === 0 && <p className="c-soft">{t('reservations.none')}</p>}
        {money.isError && !money.data && (
          <Failure failure={money.error} onRetry={() => void money.refetch()} />
        )}
        {counted.length + amounts.length > 0 && (
          <dl className="k-figures">
            {counted.map(({ state, total }) => (
              <div key={state}>
                <dt>{labels?.[state]?.[language] ?? state}</dt>
                <dd className="c-num">
                  <Link to={`${LIST}?${filter}&f.state.eq=${state}`}>{formatNumber(total, language)}</Link>
                </dd>
              </div>
            ))}
            {amounts.map(({ label, amount }) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd className="c-num">{amount}</dd>
              </div>
            ))}
          </dl>
        )}
        {rows.length > 0 && (
          <ul role="list" className="k-reservations">
            {rows.map((row) => (
              <li key={row.id}>
                <Link to={`${LIST}/${row.id}/informations`}>{String(row['code'])}</Link>
                <span className="c-soft">{performanceOf(row['representation'])}</span>
                <RecordState descriptor={descriptor} state={row['state']} />
                <span className="c-num">{formatMoney(String(row['totalTTC']), language)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Card>
  );
};
