import { Button, formatNumber, Select, useLanguage } from '@coulisse/ui-kit';
import {
  lastPage,
  type ListControl,
  PAGE_SIZES,
  pageNumbers,
  useResourceText,
} from '@coulisse/resource-client';

/** Page numbers for the counted records; beyond them, only previous and next. */
export const ListPages = ({ list }: { list: ListControl }) => {
  const text = useResourceText();
  const language = useLanguage();
  const { rows, total, exact, state, offset, query } = list;
  const page = query.data?.page;
  const number = (value: number) => formatNumber(value, language);
  const previous = state.page > 1 || Boolean(page?.previous);
  const next = Boolean(page?.next);
  const last = total === null ? null : lastPage(total, state.size);
  const range = { first: number(offset + 1), last: number(offset + rows.length) };
  // The first page is requested by its number, so that records added before the cursor appear.
  const back = () => list.turn(Math.max(1, state.page - 1), state.page > 2 ? (page?.previous ?? null) : null);
  return (
    <nav className="r-pages" aria-label={text('list.pages')}>
      <span data-testid="list-range">
        {total === null
          ? text('list.range.open', range)
          : text(exact ? 'list.range' : 'list.range.more', { ...range, total: number(total) })}
      </span>
      <label className="r-page-size r-wide-only">
        <span className="c-hidden">{text('list.size')}</span>
        <Select
          options={PAGE_SIZES.map((size) => ({
            value: String(size),
            label: text('list.size.each', { count: size }),
          }))}
          value={String(state.size)}
          onChange={(event) => list.change({ size: Number(event.target.value) })}
        />
      </label>
      {(previous || next) && (
        <span className="c-push c-actions">
          <Button kind="quiet" size="small" disabled={!previous} data-testid="page-previous" onClick={back}>
            {text('list.previous')}
          </Button>
          {last !== null && last > 1 && (
            <span className="r-page-numbers r-wide-only">
              {pageNumbers(Math.min(state.page, last), last).map((pageNumber, index) =>
                pageNumber === null ? (
                  <span key={`gap-${index}`} aria-hidden>
                    …
                  </span>
                ) : (
                  <button
                    key={pageNumber}
                    type="button"
                    aria-current={pageNumber === state.page ? 'page' : undefined}
                    aria-label={text('list.page', { page: number(pageNumber) })}
                    onClick={() => list.turn(pageNumber, null)}
                  >
                    {number(pageNumber)}
                  </button>
                ),
              )}
            </span>
          )}
          <Button
            kind="quiet"
            size="small"
            disabled={!next}
            data-testid="page-next"
            onClick={() => list.turn(state.page + 1, page?.next ?? null)}
          >
            {text('list.next')}
          </Button>
        </span>
      )}
    </nav>
  );
};
