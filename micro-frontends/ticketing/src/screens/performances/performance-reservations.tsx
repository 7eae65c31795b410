import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ResourceDescriptor, useApi, useResource } from '@coulisse/mfe-kit';
import { Card, formatMoney, formatNumber, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import type { ListAnswer } from '@coulisse/resource-client';
import { Failure, RecordState } from '@coulisse/resource-fields';
import { reservationsOf } from '../../screen-paths';

const SHOWN = 8;

/** The latest reservations of a performance. */
export const PerformanceReservations = ({ id }: { id: string }) => {
  const descriptor = useResource('ticketing.reservation');
  return descriptor?.may.read ? <Reservations id={id} descriptor={descriptor} /> : null;
};

const Reservations = ({ id, descriptor }: { id: string; descriptor: ResourceDescriptor }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const api = useApi();
  const query = useQuery({
    // Same prefix as the lists of the resource, so that it is invalidated with them.
    queryKey: ['list', descriptor.name, 'of-performance', id],
    queryFn: ({ signal }) =>
      api.get<ListAnswer>(`${descriptor.path}?f.representation.eq=${id}&sort=-createdAt&size=${SHOWN}`, {
        signal,
      }),
  });
  const total = query.data?.page.total ?? query.data?.items.length ?? 0;
  return (
    <Card>
      <section>
        <h2>
          {t('performance-page.reservations')}
          {total > 0 && <span className="c-faint t-count">{formatNumber(total, language)}</span>}
          {total > 0 && (
            <Link className="c-push t-sum" to={reservationsOf(id)}>
              {t('performance-page.all')}
            </Link>
          )}
        </h2>
        {query.isPending && <SkeletonLines lines={3} />}
        {query.isError && !query.data && (
          <Failure failure={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data && total === 0 && <p className="c-soft">{t('performance-page.none')}</p>}
        {total > 0 && (
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col">{t('performance-page.reservation')}</th>
                <th scope="col">{t('performance-page.customer')}</th>
                <th scope="col">{t('performance-page.state')}</th>
                <th scope="col" className="c-num">
                  {t('performance-page.places')}
                </th>
                <th scope="col" className="c-num t-wide-only">
                  {t('performance-page.total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {query.data?.items.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link className="t-strong" to={`/prestiscene/reservations/${row.id}/informations`}>
                      {String(row['code'])}
                    </Link>
                  </td>
                  <td>{String(row['customerName'])}</td>
                  <td>
                    <RecordState descriptor={descriptor} state={row['state']} />
                  </td>
                  <td className="c-num">{formatNumber(Number(row['numberOfPlaces']), language)}</td>
                  <td className="c-num t-wide-only">{formatMoney(String(row['totalTTC']), language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Card>
  );
};
