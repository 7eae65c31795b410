import { Button, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { PAGE_SIZE } from '../data/list-state';
import { pageOffset } from '../data/queries';
import { useResourceText } from '../locales';
import type { ListControl } from './use-list';

export const ListPages = ({ list }: { list: ListControl }) => {
  const text = useResourceText();
  const language = useLanguage();
  const { rows, total, state } = list;
  const offset = pageOffset(state);
  const number = (value: number) => formatNumber(value, language);
  const to = (page: number) => list.change({ page });
  return (
    <nav className="r-pages" aria-label={text('list.pages')}>
      <span>
        {text('list.range', {
          first: number(offset + 1),
          last: number(offset + rows.length),
          total: number(total),
        })}
      </span>
      {total > PAGE_SIZE && (
        <span className="c-push c-actions">
          <Button kind="quiet" size="small" disabled={state.page <= 1} onClick={() => to(state.page - 1)}>
            {text('list.previous')}
          </Button>
          <Button
            kind="quiet"
            size="small"
            disabled={offset + rows.length >= total}
            onClick={() => to(state.page + 1)}
          >
            {text('list.next')}
          </Button>
        </span>
      )}
    </nav>
  );
};
