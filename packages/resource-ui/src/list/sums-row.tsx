import { Sigma } from 'lucide-react';
import { Button, classes, useLanguage } from '@coulisse/ui-kit';
import { type ListControl, useResourceText } from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';

interface SumsRowProps {
  list: ListControl;
  /** Columns with a sum, from the descriptor. */
  summed: readonly string[];
}

/** Sums over all results, computed by the server; loaded on demand when there are many records. */
export const SumsRow = ({ list, summed }: SumsRowProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const { columns, sums, exact } = list;
  if (!columns.some(({ field }) => summed.includes(field.name))) return null;
  if (exact && !columns.some(({ field }) => sums[field.name] !== undefined)) return null;
  return (
    <tfoot>
      <tr>
        <td className="r-pick" />
        {columns.map(({ field }, index) => {
          const sum = sums[field.name];
          const { Show } = kindOf(field);
          return (
            <td
              key={field.name}
              className={classes(kindOf(field).numeric && 'c-num')}
              data-label={field.label[language]}
              data-empty={(sum === undefined && index > 0) || undefined}
            >
              {index === 0 && sum === undefined ? (
                exact ? (
                  text('list.total')
                ) : (
                  <Button
                    kind="quiet"
                    size="small"
                    icon={<Sigma aria-hidden />}
                    busy={list.counting}
                    data-testid="list-sums"
                    onClick={list.count}
                  >
                    {text('list.sums.ask')}
                  </Button>
                )
              ) : (
                sum !== undefined && <Show field={field} value={sum} compact />
              )}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
};
