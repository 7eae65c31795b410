import type { CellProps } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { performanceLabel } from './performance-title';

/** The name of a performance in the list of performances. */
export const PerformanceName = ({ value }: CellProps) => (
  <>{performanceLabel(typeof value === 'string' ? value : '', useLanguage())}</>
);
