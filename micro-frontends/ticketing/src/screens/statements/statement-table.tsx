import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, formatNumber, useLanguage } from '@coulisse/ui-kit';
import type { StatementColumn, StatementPreview, StatementValue } from './statement-types';

const NUMBERS = new Set(['money', 'int', 'percent']);

/** The first rows of a statement with the totals of all of them. */
export const StatementTable = ({ statement, caption }: { statement: StatementPreview; caption: string }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const text = (value: StatementValue | undefined, { kind }: StatementColumn): string => {
    if (value === null || value === undefined) return '';
    switch (kind) {
      case 'money':
        return formatMoney(String(value), language);
      case 'int':
      case 'percent':
        return formatNumber(value, language);
      case 'date':
        return formatDate(String(value), language, 'numeric');
      case 'datetime':
        return formatDate(String(value), language, 'numeric-time');
      default:
        return String(value);
    }
  };
  const { columns, rows, totals } = statement;
  const firstTotal = totals?.findIndex((value) => value !== null) ?? -1;
  return (
    <div className="tx-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table className="t-table tx-table">
        <caption className="c-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, header, kind }) => (
              <th key={name} scope="col" className={NUMBERS.has(kind) ? 'c-num' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column, position) => (
                <td key={column.name} className={NUMBERS.has(column.kind) ? 'c-num' : undefined}>
                  {text(row[position], column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals && firstTotal > 0 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={firstTotal}>
                {t('statements.total')}
              </th>
              {columns.slice(firstTotal).map((column, index) => (
                <td key={column.name} className="c-num">
                  {text(totals[firstTotal + index], column)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
};
