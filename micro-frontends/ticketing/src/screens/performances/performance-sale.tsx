import { useTranslation } from 'react-i18next';
import type { ResourceRow } from '@coulisse/mfe-kit';
import { StateChip } from '@coulisse/ui-kit';
import type { PerformanceRow } from '../../api-types';
import { saleState, SALE_TONES } from './sale-state';

/** The sale state of a performance, beside its title. */
export const PerformanceSale = ({ record }: { record: ResourceRow | PerformanceRow }) => {
  const { t } = useTranslation('ticketing');
  const state = saleState(record as unknown as PerformanceRow);
  return <StateChip tone={SALE_TONES[state]}>{t(`sale.${state}`)}</StateChip>;
};
