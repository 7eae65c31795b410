import { classes, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import type { ShowProps } from '../kind';
import { innerKindOf } from '../inner-kinds';
import { filledColumns, isBlank, keyOf, linesOf, totalsOf } from './lines';

/** Lines as a table, with totals under it. */
export const LinesShow = ({ field, value, compact }: ShowProps) => {
  const language = useLanguage();
  const text = useResourceText();
  const lines = linesOf(value);
  if (compact) return <>{text('children.count', { count: lines.length })}</>;
  if (lines.length === 0) return <p className="c-faint r-children-none">{text('children.none')}</p>;
  const columns = filledColumns(field, lines);
  const totals = totalsOf(columns, lines);
  const numeric = (name: string) =>
    columns.some((column) => column.name === name && innerKindOf(column).numeric);
  const summed = columns.some((column) => column.name in totals);
  return (
    // Focusable, so that a wide table can be scrolled by keyboard.
    <div className="r-scroll" role="group" aria-label={field.label[language]} tabIndex={0}>
      <table className="r-table" data-lines>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classes(numeric(column.name) && 'c-num')}>
                {column.label[language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={keyOf(line, index)}>
              {columns.map((column) => {
                const { Show } = innerKindOf(column);
                return (
                  <td
                    key={column.name}
                    className={classes(numeric(column.name) && 'c-num')}
                    data-label={column.label[language]}
                    data-empty={isBlank(line[column.name]) || undefined}
                  >
                    {isBlank(line[column.name]) ? (
                      <span className="c-faint">—</span>
                    ) : (
                      <Show field={column} value={line[column.name]} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {summed && (
          <tfoot>
            <tr>
              {columns.map((column, index) => {
                const { Show } = innerKindOf(column);
                const total = totals[column.name];
                return (
                  <td
                    key={column.name}
                    className={classes(numeric(column.name) && 'c-num')}
                    data-label={column.label[language]}
                    data-empty={(total === undefined && index > 0) || undefined}
                  >
                    {total === undefined ? (
                      index === 0 && text('children.total')
                    ) : (
                      <Show field={column} value={total} />
                    )}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
};
