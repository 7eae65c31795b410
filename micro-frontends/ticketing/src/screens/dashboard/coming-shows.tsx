import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card, formatDate, formatMoney, formatNumber, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { useShowSales } from '../../use-figures';
import { Filling } from './filling';

/** The shows that play from today on, and what was sold for all their dates. */
export const ComingShows = () => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const sales = useShowSales();
  if (sales.isSuccess && sales.data.items.length === 0) return null;
  return (
    <Card className="t-next-days t-coming-shows">
      <section>
        <h2>{t('dashboard.coming-shows')}</h2>
        {sales.isPending && <SkeletonLines lines={4} />}
        {sales.isError && !sales.data && (
          <Failure failure={sales.error} onRetry={() => void sales.refetch()} />
        )}
        {sales.data && (
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col">{t('dashboard.show')}</th>
                <th scope="col" className="t-wide-only">
                  {t('dashboard.dates')}
                </th>
                <th scope="col">{t('dashboard.filling')}</th>
                <th scope="col" className="c-num">
                  {t('dashboard.places')}
                </th>
                <th scope="col" className="c-num t-wide-only">
                  {t('figures.receipts')}
                </th>
              </tr>
            </thead>
            <tbody>
              {sales.data.items.map((show) => (
                <tr key={show.id}>
                  <td>
                    <Link className="t-strong" to={`/configuration/spectacles/${show.id}`}>
                      {show.name}
                    </Link>
                  </td>
                  <td className="t-wide-only">
                    {t('dashboard.performances', { count: show.performances })}
                    {' · '}
                    {show.firstDate === show.lastDate
                      ? formatDate(show.firstDate, language, 'short')
                      : t('dashboard.from-to', {
                          from: formatDate(show.firstDate, language, 'short'),
                          to: formatDate(show.lastDate, language, 'short'),
                        })}
                  </td>
                  <td>
                    <Filling sold={show.sold} reserved={show.reserved} places={show.places} />
                  </td>
                  <td className="c-num">
                    {formatNumber(show.sold, language)}{' '}
                    <span className="c-faint">/ {formatNumber(show.places, language)}</span>
                  </td>
                  <td className="c-num t-wide-only">{formatMoney(show.receiptsMinor, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Card>
  );
};
