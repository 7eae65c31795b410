import { skipToken, useQuery } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useMay, useResourcePath } from '@coulisse/mfe-kit';
import { Card, ErrorState, formatDate, StateChip, toLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import type { Page, PerformanceRow } from '../../api-types';
import { saleState, SALE_TONES } from './sale-state';

/** Performances of a show, on its page. */
export const ShowPerformances = ({ record }: RecordPartProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const resourceText = useResourceText();
  const api = useApi();
  const may = useMay();
  const path = useResourcePath('ticketing.performance');
  const performances = useQuery({
    queryKey: ['performances', record.id],
    queryFn:
      path === null
        ? skipToken
        : () => api.get<Page<PerformanceRow>>(`${path}?f.show.eq=${record.id}&sort=date&size=100`),
  });
  return (
    <Card>
      <section>
        <h2>
          {t('performances.title')}
          <span className="c-push c-actions">
            <a
              className="c-button"
              data-size="small"
              data-kind="quiet"
              href={`/app/spectacles/${record.id}`}
              target="_blank"
              rel="noreferrer"
            >
              <ExternalLink className="c-icon" aria-hidden />
              {t('performances.public-page')}
            </a>
            {may('ticketing.performance.create') && (
              <Link
                className="c-button"
                data-size="small"
                to={`/configuration/spectacles/${record.id}/representations/add`}
              >
                <Plus className="c-icon" aria-hidden />
                {t('performances.add')}
              </Link>
            )}
          </span>
        </h2>
        {path === null && <ErrorState>{resourceText('unavailable.body')}</ErrorState>}
        {performances.isError && (
          <Failure failure={performances.error} onRetry={() => void performances.refetch()} />
        )}
        {performances.data?.items.length === 0 && <p className="c-soft">{t('performances.none')}</p>}
        {performances.data && performances.data.items.length > 0 && (
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col">{t('performances.date')}</th>
                <th scope="col">{t('performances.times')}</th>
                <th scope="col" className="t-wide-only">
                  {t('performances.room')}
                </th>
                <th scope="col">{t('performances.sale')}</th>
                <th scope="col" className="c-num">
                  {t('performances.left')}
                </th>
              </tr>
            </thead>
            <tbody>
              {performances.data.items.map((performance) => (
                <tr key={performance.id}>
                  <td>
                    <Link to={`/configuration/representations/${performance.id}`}>
                      {formatDate(performance.date, language, 'medium')}
                    </Link>
                  </td>
                  <td>{[...(performance.mealTimes ?? []), ...(performance.showTimes ?? [])].join(' · ')}</td>
                  <td className="t-wide-only">{performance.room?.label}</td>
                  <td>
                    <StateChip tone={SALE_TONES[saleState(performance)]}>
                      {t(`sale.${saleState(performance)}`)}
                    </StateChip>
                  </td>
                  <td className="c-num">
                    {performance.placesRemaining ?? '–'}{' '}
                    <span className="c-faint">/ {performance.placesAvailable ?? '–'}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Card>
  );
};
