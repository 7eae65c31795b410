import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '@coulisse/mfe-kit';
import { Card, formatDate, formatMoney, formatNumber, useLanguage } from '@coulisse/ui-kit';
import type { PerformanceSale } from '../../figure-types';
import { performancePage, reservationsOf } from '../../screen-paths';
import { Filling } from './filling';

/** The performances of the next seven days and how full they are. */
export const NextDays = ({ performances }: { performances: readonly PerformanceSale[] }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const may = useMay();
  const number = (value: number) => formatNumber(value, language);
  const total = (of: (sale: PerformanceSale) => number) =>
    performances.reduce((sum, sale) => sum + of(sale), 0);
  return (
    <Card className="t-next-days">
      <section>
        <h2>
          {t('dashboard.next-days')}
          {performances.length > 0 && (
            <span className="c-push c-soft t-sum">
              {t('dashboard.places-of', {
                sold: number(total(({ sold }) => sold)),
                places: number(total(({ places }) => places)),
              })}
              {' · '}
              {formatMoney(
                total(({ receiptsMinor }) => receiptsMinor),
                language,
              )}
            </span>
          )}
        </h2>
        {performances.length === 0 ? (
          <p className="c-soft">
            {t('dashboard.next-days.none')}{' '}
            {may('ticketing.performance.create') && (
              <Link to="/configuration/representations/add">{t('dashboard.add-performance')}</Link>
            )}
          </p>
        ) : (
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col">{t('dashboard.performance')}</th>
                <th scope="col">{t('dashboard.show')}</th>
                <th scope="col" className="t-wide-only">
                  {t('dashboard.filling')}
                </th>
                <th scope="col" className="c-num">
                  {t('dashboard.places')}
                </th>
                <th scope="col" className="c-num t-wide-only">
                  {t('figures.receipts')}
                </th>
              </tr>
            </thead>
            <tbody>
              {performances.map(({ id, show, date, startsAt, places, sold, reserved, receiptsMinor }) => (
                <tr key={id}>
                  <td>
                    <Link className="t-strong" to={performancePage(id)}>
                      {startsAt
                        ? formatDate(startsAt, language, 'short-time')
                        : formatDate(date, language, 'short')}
                    </Link>
                  </td>
                  <td>{show}</td>
                  <td className="t-wide-only">
                    <Filling sold={sold} reserved={reserved} places={places} />
                  </td>
                  <td className="c-num">
                    <Link to={reservationsOf(id)}>{number(sold)}</Link>{' '}
                    <span className="c-faint">/ {number(places)}</span>
                  </td>
                  <td className="c-num t-wide-only">{formatMoney(receiptsMinor, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Card>
  );
};
