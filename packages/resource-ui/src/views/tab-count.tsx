import { formatNumber, useLanguage } from '@coulisse/ui-kit';

/** 1 284, or 10 000+ where counting stopped. */
export const TabCount = ({ count, exact }: { count: number; exact: boolean }) => (
  <small className="r-number">
    {formatNumber(count, useLanguage())}
    {!exact && '+'}
  </small>
);
