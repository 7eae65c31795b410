import { useDroppable } from '@dnd-kit/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Button, formatNumber, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import {
  fieldNamed,
  type GroupAnswer,
  type ListControl,
  listRequest,
  type ListRow,
  requestedColumns,
  useCardsQuery,
  useResourceText,
} from '@coulisse/resource-client';
import { Failure, kindOf, RecordState } from '@coulisse/resource-fields';
import { BoardCard, type CardEvents } from './board-card';
import { NO_VALUE } from './board-keys';
import { columnFilters } from './moves';
import { mayAddTo, QuickAdd } from './quick-add';
import type { MovesControl } from './use-moves';

/** Page size of a column: cards loaded at first, and with each "more". */
const AT_ONCE = 25;
const SUMS_SHOWN = 2;

interface BoardColumnProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  field: FieldDescriptor;
  value: string | null;
  name: string;
  group: GroupAnswer | undefined;
  moves: MovesControl;
  /** Why the dragged card cannot be dropped here. */
  refusal: string | null;
  /** Id of the dragged card. */
  carried: string | null;
  events: CardEvents;
}

export const BoardColumn = (props: BoardColumnProps) => {
  const { descriptor, screens, list, field, value, name, group, moves, refusal, carried, events } = props;
  const text = useResourceText();
  const language = useLanguage();
  const [adding, setAdding] = useState(false);
  const { setNodeRef, isOver } = useDroppable({ id: value ?? NO_VALUE });
  const question = { ...list.sorted, filters: columnFilters(field, list.state.filters, value) };
  const cards = useCardsQuery(
    descriptor,
    listRequest(
      { ...question, page: 1, after: null, size: AT_ONCE },
      requestedColumns(descriptor, screens.overrides, list.columns, [field.name]),
    ),
  );
  const rows = shownRows(cards.data?.pages.flatMap(({ items }) => items) ?? [], value, moves);
  const total = group?.total ?? 0;
  const left = total - rows.length;
  return (
    <section
      ref={setNodeRef}
      className="r-board-column"
      data-column={value ?? NO_VALUE}
      data-over={(isOver && !refusal) || undefined}
      data-refused={refusal !== null || undefined}
      aria-label={text('kanban.column', { name, count: total })}
    >
      <header>
        <span className="r-board-name">
          {field.name === 'state' ? <RecordState descriptor={descriptor} state={value} /> : <h2>{name}</h2>}
          <small className="r-number" data-testid={`board-total-${value ?? ''}`}>
            {formatNumber(total, language)}
          </small>
        </span>
        {mayAddTo(descriptor, screens, field, value) && (
          <Button
            kind="quiet"
            size="small"
            square
            icon={<Plus aria-hidden />}
            aria-label={text('kanban.add', { column: name })}
            title={text('kanban.add', { column: name })}
            data-testid={`board-add-${value ?? ''}`}
            onClick={() => setAdding(true)}
          />
        )}
        <ColumnSums descriptor={descriptor} group={group} />
      </header>
      {refusal && <p className="r-board-refusal">{text(refusal)}</p>}
      <div className="r-cards">
        {adding && (
          <QuickAdd
            descriptor={descriptor}
            screens={screens}
            field={field}
            value={value}
            onClose={() => setAdding(false)}
          />
        )}
        {cards.isPending && <SkeletonLines lines={3} />}
        {cards.isError && <Failure failure={cards.error} onRetry={() => void cards.refetch()} />}
        <ul role="list">
          {rows.map((row) => (
            <BoardCard
              key={row.id}
              descriptor={descriptor}
              screens={screens}
              list={list}
              field={field}
              row={row}
              moving={moves.moving.has(row.id)}
              carried={carried === row.id}
              returned={moves.returned?.id === row.id ? moves.returned.reason : null}
              onForget={moves.forget}
              events={events}
            />
          ))}
        </ul>
        {cards.data && rows.length === 0 && !adding && (
          <p className="r-board-empty">{text('kanban.empty')}</p>
        )}
        {cards.hasNextPage && (
          <Button
            kind="quiet"
            size="small"
            wide
            busy={cards.isFetchingNextPage}
            data-testid={`board-more-${value ?? ''}`}
            onClick={() => void cards.fetchNextPage()}
          >
            {text('kanban.more', { count: formatNumber(Math.max(left, 1), language) })}
          </Button>
        )}
      </div>
    </section>
  );
};

/** Cards being moved are shown first in their new column. */
const shownRows = (rows: readonly ListRow[], value: string | null, moves: MovesControl): ListRow[] => {
  const coming = [...moves.moving.values()].filter(({ to }) => to === value).map(({ row }) => row);
  return [...coming, ...rows.filter((row) => !moves.moving.has(row.id))];
};

/** Sums of the records of the column. */
const ColumnSums = ({
  descriptor,
  group,
}: {
  descriptor: ResourceDescriptor;
  group: GroupAnswer | undefined;
}) => {
  const language = useLanguage();
  const sums = descriptor.sums
    .map((name) => ({ field: fieldNamed(descriptor, name), sum: group?.sums[name] }))
    .filter(({ field, sum }) => field !== null && sum !== undefined && sum !== null)
    // Amounts come before counts.
    .sort((a, b) => Number(b.field?.type === 'money') - Number(a.field?.type === 'money'))
    .slice(0, SUMS_SHOWN);
  if (sums.length === 0) return null;
  return (
    <dl className="r-board-sums">
      {sums.map(({ field, sum }) => {
        if (!field) return null;
        const { Show } = kindOf(field);
        return (
          <div key={field.name}>
            <dt>{field.label[language]}</dt>
            <dd>
              <Show field={field} value={sum} compact />
            </dd>
          </div>
        );
      })}
    </dl>
  );
};
