import { useTranslation } from 'react-i18next';
import { formatPercent, useLanguage } from '@coulisse/ui-kit';
import type { SoldPlaces } from '../../figure-types';
import { FillBar } from './figure';
import { shareOf } from './week';

/** How full a room is: a bar, and its share in words. */
export const Filling = ({ sold, reserved, places }: Pick<SoldPlaces, 'sold' | 'reserved' | 'places'>) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  return (
    <span className="t-filling">
      <FillBar sold={places ? sold / places : 0} reserved={places ? reserved / places : 0} />
      {places > 0 && sold >= places ? (
        <b className="t-full">{t('dashboard.full')}</b>
      ) : (
        formatPercent(shareOf(sold, places), language)
      )}
    </span>
  );
};
