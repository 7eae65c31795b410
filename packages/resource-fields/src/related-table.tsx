import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceRow,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { Button, classes, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { isEmpty, useResourceText } from '@coulisse/resource-client';
import { Failure } from './parts/failure';
import { RecordState } from './parts/state-chip';
import { titleOf } from './parts/title';
import { innerKindOf } from './inner-kinds';
import { RELATED_SIZE, relatedQuestion, useRelatedQuery } from './related-query';

const COLUMNS = 5;

/** Columns of the other resource's list, without the reference to this record. */
const columnsOf = (field: FieldDescriptor, target: ResourceDescriptor): FieldDescriptor[] =>
  target.list
    .filter((name) => name !== field.by)
    .map((name) => target.fields.find((candidate) => candidate.name === name))
    .filter((column): column is FieldDescriptor => column !== undefined)
    .slice(0, COLUMNS);

export interface RelatedTableProps {
  field: FieldDescriptor;
  target: ResourceDescriptor;
  id: string;
}

/** Records of another resource that reference this one. */
export const RelatedTable = ({ field, target, id }: RelatedTableProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useRelatedQuery(field, target, id, page);
  const columns = columnsOf(field, target);
  if (query.isPending)
    return (
      <div className="r-related-wait">
        <SkeletonLines lines={3} />
      </div>
    );
  if (query.isError) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  const { items } = query.data;
  if (items.length === 0 && page === 1)
    return <p className="c-faint r-children-none">{text('children.none')}</p>;
  return (
    <>
      <div className="r-scroll" aria-busy={query.isFetching}>
        <table className="r-table" data-lines aria-label={field.label[language]}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={classes(innerKindOf(column).numeric && 'c-num')}>
                  {column.label[language]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((row) => (
              <RelatedRow key={row.id} row={row} field={field} target={target} columns={columns} id={id} />
            ))}
          </tbody>
        </table>
      </div>
      <Pages
        page={page}
        onPage={setPage}
        shown={items.length}
        total={query.data.page.total}
        hasMore={query.data.page.next !== null}
      />
    </>
  );
};

interface RelatedRowProps extends RelatedTableProps {
  row: ResourceRow;
  columns: readonly FieldDescriptor[];
}

const RelatedRow = ({ row, field, target, columns, id }: RelatedRowProps) => {
  const navigate = useNavigate();
  const language = useLanguage();
  const screens = useResourceScreens(target);
  // Previous and next then navigate between the related records.
  const address = screens && `${screens.record(row.id)}?${relatedQuestion(field, id)}`;
  return (
    <tr
      data-open={address ? true : undefined}
      onClick={(event) => {
        const onLink = event.target instanceof Element && event.target.closest('a, button');
        if (address && !onLink && !String(window.getSelection())) void navigate(address);
      }}
    >
      {columns.map((column, index) => {
        const kind = innerKindOf(column);
        const value = row[column.name];
        const content =
          column.name === 'state' ? (
            <RecordState descriptor={target} state={value} />
          ) : isEmpty(value) ? (
            <span className="c-faint">—</span>
          ) : (
            <kind.Show field={column} value={value} compact />
          );
        return (
          <td
            key={column.name}
            className={classes(kind.numeric && 'c-num')}
            data-label={column.label[language]}
            data-empty={isEmpty(value) || undefined}
          >
            {index === 0 && address ? (
              <Link to={address}>{isEmpty(value) ? titleOf(target, row, language) : content}</Link>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
};

interface PagesProps {
  page: number;
  onPage: (page: number) => void;
  shown: number;
  total: number | null;
  hasMore: boolean;
}

const Pages = ({ page, onPage, shown, total, hasMore }: PagesProps) => {
  const text = useResourceText();
  if (page === 1 && !hasMore) return null;
  const first = (page - 1) * RELATED_SIZE + 1;
  const last = first + shown - 1;
  return (
    <nav className="r-related-pages" aria-label={text('list.pages')}>
      <span className="c-faint r-number">
        {total === null ? `${first}–${last}` : text('list.range', { first, last, total })}
      </span>
      <Button
        kind="quiet"
        size="small"
        square
        disabled={page === 1}
        aria-label={text('list.previous')}
        icon={<ChevronLeft aria-hidden />}
        onClick={() => onPage(page - 1)}
      />
      <Button
        kind="quiet"
        size="small"
        square
        disabled={!hasMore}
        aria-label={text('list.next')}
        icon={<ChevronRight aria-hidden />}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
};
