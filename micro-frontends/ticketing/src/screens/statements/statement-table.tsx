import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, formatNumber, useLanguage } from '@coulisse/ui-kit';
import type { StatementColumn, StatementPreview, StatementValue } from './statement-types';

const NUMBERS = new Set<StatementColumn['kind']>(['money', 'int', 'percent']);
/** Names are as long as a theatre makes them: they go on over the next line. */
const WRAPPED = new Set([
  'show',
  'room',
  'category',
  'formula',
  'customer',
  'address',
  'city',
  'genre',
  'label',
]);

const classOf = ({ name, kind }: StatementColumn): string | undefined => {
  if (NUMBERS.has(kind)) return 'c-num';
  return WRAPPED.has(name) ? 'tx-wrapped' : undefined;
};

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
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column, position) => (
                <td key={column.name} className={classOf(column)}>
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
