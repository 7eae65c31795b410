import { Button, formatNumber, useLanguage } from '@coulisse/ui-kit';
import {
  everything,
  isWholePage,
  type ListControl,
  NOTHING,
  useResourceText,
} from '@coulisse/resource-client';

/** Offers to extend the selection of a whole page to all results. */
export const SelectionNote = ({ list }: { list: ListControl }) => {
  const text = useResourceText();
  const language = useLanguage();
  const { selection, rows, total, exact } = list;
  const ids = rows.map(({ id }) => id);
  const beyond = total === null || total > rows.length || !exact;
  if (!beyond || !isWholePage(selection, ids)) return null;
  const shown = total === null ? '' : `${formatNumber(total, language)}${exact ? '' : '+'}`;
  return (
    <div className="r-selection" role="status">
      {selection.all ? (
        <>
          {text('list.all.selected', { shown })}
          <Button kind="link" onClick={() => list.setSelection(NOTHING)}>
            {text('list.unselect')}
          </Button>
        </>
      ) : (
        <>
          {text('list.page.selected', { count: rows.length })}
          <Button
            kind="link"
            data-testid="select-all"
            onClick={() => list.setSelection(everything(selection))}
          >
            {text('list.all.select', { shown })}
          </Button>
        </>
      )}
    </div>
  );
};
