import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '@coulisse/mfe-kit';
import { Card, formatDate, formatMoney, formatNumber, formatPercent, useLanguage } from '@coulisse/ui-kit';
import type { PerformanceSale } from '../../figure-types';
import { usePerformanceFigures } from '../../use-figures';
import { performancePage, reservationsOf } from '../../screen-paths';
import { FillBar, Figure } from './figure';
import { useTimes } from './use-times';
import { shareOf } from './week';

/** A performance with its filling, arrivals and receipts: today's, or the next one. */
export const Tonight = ({ performance, isToday }: { performance: PerformanceSale; isToday: boolean }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const may = useMay();
  const times = useTimes();
  const { data: figures } = usePerformanceFigures(performance.id);
  const { id, show, places, sold, reserved, arrived, receiptsMinor, dueMinor } = performance;
  const categories = figures?.categories.filter((category) => category.places > 0) ?? [];
  const number = (value: number) => formatNumber(value, language);
  return (
    <Card className="t-tonight" data-testid="tonight">
      <section>
        <header>
          <div>
            <p>
              {isToday ? t('dashboard.today') : formatDate(performance.date, language, 'short')} ·{' '}
              {times(performance)}
            </p>
            <h2>
              <Link to={performancePage(id)}>{show}</Link>
            </h2>
          </div>
          {may('ticketing.reception.read') && (
            <Link className="c-button" data-kind="main" to={`/prestiscene/reception/${id}`}>
              {t('dashboard.open-reception')}
            </Link>
          )}
        </header>
        <p className="t-tonight-sold">
          <Link to={reservationsOf(id, 'VALIDATED')}>{number(sold)}</Link>
          <span className="c-soft">
            {t('dashboard.sold-of', {
              places: number(places),
              share: formatPercent(shareOf(sold, places), language),
            })}
          </span>
        </p>
        {categories.length > 0 ? (
          <ul className="t-categories">
            {categories.map((category) => (
              <li key={category.id} style={{ flexGrow: category.places }}>
                <FillBar
                  colour={category.color}
                  sold={category.sold / category.places}
                  reserved={category.reserved / category.places}
                />
                {category.name}{' '}
                <b>
                  {number(category.sold)}/{number(category.places)}
                </b>
              </li>
            ))}
          </ul>
        ) : (
          <FillBar sold={places ? sold / places : 0} reserved={places ? reserved / places : 0} />
        )}
        <dl className="t-figures">
          <Figure label={t('figures.arrived')} to={`/prestiscene/reception/${id}`}>
            {number(arrived)}
          </Figure>
          <Figure label={t('figures.free')} to={performancePage(id)}>
            {number(Math.max(0, places - sold - reserved))}
          </Figure>
          <Figure label={t('figures.receipts')} to={reservationsOf(id, 'VALIDATED')}>
            {formatMoney(receiptsMinor, language)}
          </Figure>
          <Figure label={t('figures.due')} to={reservationsOf(id, 'PRE_RESERVATION')}>
            {formatMoney(dueMinor, language)}
          </Figure>
        </dl>
      </section>
    </Card>
  );
};
