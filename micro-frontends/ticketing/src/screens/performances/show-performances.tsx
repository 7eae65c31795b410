import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useApi, useMay } from '@coulisse/mfe-kit';
import { Card, formatDate, StateChip, toLanguage } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-ui';
import type { Page, PerformanceRow } from '../../api-types';
import { saleState, SALE_TONES } from './sale-state';

/** The performances of a show, on the show's page. */
export const ShowPerformances = ({ record }: RecordPartProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const may = useMay();
  const performances = useQuery({
    queryKey: ['performances', record.id],
    queryFn: () =>
      api.get<Page<PerformanceRow>>(
        `/b/api/configuration/representations?f.show.eq=${record.id}&sort=date&size=100`,
      ),
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
              {performances.data.items.map((one) => (
                <tr key={one.id}>
                  <td>
                    <Link to={`/configuration/representations/${one.id}`}>
                      {formatDate(one.date, language, 'medium')}
                    </Link>
                  </td>
                  <td>{[...(one.mealTimes ?? []), ...(one.showTimes ?? [])].join(' · ')}</td>
                  <td className="t-wide-only">{one.room?.label}</td>
                  <td>
                    <StateChip tone={SALE_TONES[saleState(one)]}>{t(`sale.${saleState(one)}`)}</StateChip>
                  </td>
                  <td className="c-num">
                    {one.placesRemaining ?? '–'}{' '}
                    <span className="c-faint">/ {one.placesAvailable ?? '–'}</span>
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
