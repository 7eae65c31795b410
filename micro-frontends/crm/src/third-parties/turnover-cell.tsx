import type { CellProps } from '@coulisse/mfe-kit';
import { formatMoney, useLanguage } from '@coulisse/ui-kit';

/** Turnover; zero is a dash, because most bought nothing and the others should stand out. */
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
