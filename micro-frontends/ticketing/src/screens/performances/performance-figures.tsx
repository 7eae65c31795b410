import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Card, formatMoney, formatNumber, formatPercent, useLanguage } from '@coulisse/ui-kit';
import { reservationsOf } from '../../screen-paths';
import { usePerformanceFigures } from '../../use-figures';
import { FillBar, Figure } from '../dashboard/figure';
import { shareOf } from '../dashboard/week';

/** What was sold for a performance, in one line under its title. */
export const PerformanceFigures = (props: RecordPartProps) =>
  useMay()('ticketing.figures.read') ? <Figures {...props} /> : null;

const Figures = ({ record }: RecordPartProps) => {
  const { id } = record;
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const { data } = usePerformanceFigures(id);
  // They add to the record; without them nothing is missing.
  if (!data) return null;
  const { places, sold, reserved, arrived, receiptsMinor, dueMinor, cnm } = data;
  const unsold = Math.max(0, places - sold - reserved);
  // The rest are in carts for some minutes.
  const free = Math.min(unsold, Number(record['placesRemaining'] ?? unsold));
  const held = unsold - free;
  const number = (value: number) => formatNumber(value, language);
  const money = (amount: number) => formatMoney(amount, language);
  return (
    <Card className="t-week t-performance-figures" data-testid="performance-figures">
      <dl className="t-figures">
        <Figure
          label={t('figures.sold')}
          to={reservationsOf(id, 'VALIDATED')}
          note={t(held > 0 ? 'figures.share-free-held' : 'figures.share-free', {
            share: formatPercent(shareOf(sold, places), language),
            free: number(free),
            held: number(held),
          })}
        >
          {number(sold)} <span className="c-faint">/ {number(places)}</span>
        </Figure>
        <Figure
          label={t('figures.reserved')}
          to={reservationsOf(id, 'PRE_RESERVATION')}
          note={t('figures.to-collect', { amount: money(dueMinor) })}
        >
          {number(reserved)}
        </Figure>
        <Figure label={t('figures.arrived')} to={`/prestiscene/reception/${id}`}>
          {number(arrived)}
        </Figure>
        <Figure label={t('figures.receipts')} to={reservationsOf(id)}>
          {money(receiptsMinor)}
        </Figure>
        <Figure
          label={t('figures.cnm')}
          note={t('figures.cnm.of', {
            rate: formatPercent(cnm.basisPoints / 100, language),
            base: money(cnm.baseMinor),
          })}
        >
          {money(cnm.taxMinor)}
        </Figure>
      </dl>
    </Card>
  );
};

/** Filling by category, and what was bought by formula. */
export const PerformanceFilling = ({ id }: { id: string }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const { data } = usePerformanceFigures(id);
  if (!data) return null;
  const number = (value: number) => formatNumber(value, language);
  const most = Math.max(1, ...data.formulas.map(({ sold }) => sold));
  return (
    <div className="t-fillings">
      <section>
        <h3>{t('figures.by-category')}</h3>
        <ul role="list">
          {data.categories.map(({ id: category, name, color, places, sold, reserved }) => (
            <li key={category}>
              {name}
              <span className="c-num">
                {number(sold)} <span className="c-faint">/ {number(places)}</span>
              </span>
              <FillBar
                colour={color}
                sold={places ? sold / places : 0}
                reserved={places ? reserved / places : 0}
              />
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('figures.by-formula')}</h3>
        {data.formulas.length === 0 && <p className="c-soft">{t('figures.nothing-sold')}</p>}
        <ul role="list">
          {data.formulas.map(({ id: formula, name, sold }) => (
            <li key={formula}>
              {name}
              <span className="c-num">{number(sold)}</span>
              <FillBar sold={sold / most} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
};
