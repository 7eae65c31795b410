import type { CellProps } from '@coulisse/mfe-kit';
import { formatMoney, useLanguage } from '@coulisse/ui-kit';
import { isDraft } from './bill-states';

/** What is left to pay of a bill; nothing is owed for a draft. */
export const LeftCell = ({ row, value }: CellProps) => {
  const language = useLanguage();
  if (isDraft(row['state'])) return <span className="c-faint">—</span>;
  return <span className="c-num">{formatMoney(String(value ?? '0'), language)}</span>;
};
