import type { CellProps } from '@coulisse/mfe-kit';
import { formatMoney, useLanguage } from '@coulisse/ui-kit';

/** Most bought nothing: the figures of those who did stand out. */
export const TurnoverCell = ({ value }: CellProps) => {
  const language = useLanguage();
  const amount = String(value ?? '0');
  if (Number(amount) === 0)
    return (
      <span className="c-faint" data-nothing>
        —
      </span>
    );
  return <>{formatMoney(amount, language)}</>;
};
