import {
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { useDelayed, useLanguage } from '@coulisse/ui-kit';
import { ContextMenu } from '@coulisse/ui-kit/complex';
import {
  type ListControl,
  type ListRow,
  queryParams,
  useGroupsQuery,
  useResourceText,
} from '@coulisse/resource-client';
import { Failure, titleOf, TransitionDialog, useDragWords } from '@coulisse/resource-fields';
import { BoardColumn } from './board-column';
import { BoardSkeleton } from './board-skeleton';
import { CardBody } from './board-card';
import { nearCard, nextColumn, NO_VALUE } from './board-keys';
import { columnsOfBoard, moveOf } from './moves';
import { MoveMenu } from './move-menu';
import { useBoardChoices } from './use-board-choices';
import { useMoves } from './use-moves';

interface BoardProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  field: FieldDescriptor;
  onOpen: (id: string) => void;
  onMenu: (row: ListRow, at: { x: number; y: number }) => void;
}

/** The column under the pointer; with the keyboard, the nearest column. */
const overColumn: CollisionDetection = (args) => {
  const hits = pointerWithin(args);
  return hits.length > 0 ? hits : closestCenter(args);
};

/** The list as a board: one column per value; cards are dragged between columns. */
export const Board = ({ field, ...props }: BoardProps) => {
  const chosen = useBoardChoices(field);
  return chosen ? <Columns {...props} field={chosen} /> : <BoardSkeleton columns={4} />;
};

const Columns = ({ descriptor, screens, list, field, onOpen, onMenu }: BoardProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const root = useRef<HTMLDivElement>(null);
  const [carried, setCarried] = useState<ListRow | null>(null);
  const [menu, setMenu] = useState<{ row: ListRow; x: number; y: number } | null>(null);
  const moves = useMoves(descriptor, field);
  const groups = useGroupsQuery(descriptor, field.name, queryParams(list.sorted), list.views.settled);
  const waiting = useDelayed(groups.isPending);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 240, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: nextColumn,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  );
  const values = columnsOfBoard(
    field,
    list.state.filters,
    (groups.data ?? []).filter(({ total }) => total > 0).map(({ value }) => value),
  );
  const nameOf = (value: string | null): string =>
    value === null
      ? text('kanban.none')
      : (field.enumLabels?.[value]?.[language] ??
        groups.data?.find((group) => group.value === value)?.label ??
        value);
  const idName = (id: unknown) =>
    carried && id === carried.id ? titleOf(descriptor, carried, language) : nameOf(String(id) || null);
  const placeOf = (id: unknown) => values.indexOf(String(id) || null) + 1;
  const words = useDragWords(idName, placeOf, values.length);

  if (groups.isError) return <Failure failure={groups.error} onRetry={() => void groups.refetch()} />;
  if (groups.isPending) return waiting ? <BoardSkeleton columns={values.length} /> : null;

  const drop = ({ active, over }: DragEndEvent) => {
    const row = rowOf(active.data.current);
    setCarried(null);
    if (!row || !over) return;
    const box = over.rect;
    moves.move(row, String(over.id) || null, { x: box.left + 16, y: box.top + 56 });
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
    if (!card || carried || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nearCard(root.current, card, event.key);
    if (next) {
      event.preventDefault();
      next.querySelector<HTMLElement>('.r-open')?.focus();
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      if (list.state.panel && next.dataset.id) list.show(next.dataset.id);
    }
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={overColumn}
      accessibility={words}
      onDragStart={({ active }) => setCarried(rowOf(active.data.current))}
      onDragCancel={() => setCarried(null)}
      onDragEnd={drop}
    >
      <div className="r-board" ref={root} onKeyDown={keys} data-testid="board">
        {values.map((value) => (
          <BoardColumn
            key={value ?? NO_VALUE}
            descriptor={descriptor}
            screens={screens}
            list={list}
            field={field}
            value={value}
            name={nameOf(value)}
            group={groups.data.find((group) => group.value === value)}
            moves={moves}
            refusal={carried ? refusalOf(descriptor, field, carried, value) : null}
            carried={carried?.id ?? null}
            events={{
              onOpen,
              onMenu,
              onMove: (row, at) => setMenu({ row, ...at }),
            }}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {carried && (
          <div className="r-card r-card-carried">
            <span className="r-open">{titleOf(descriptor, carried, language)}</span>
            <CardBody descriptor={descriptor} screens={screens} list={list} field={field} row={carried} />
          </div>
        )}
      </DragOverlay>
      {menu && (
        <MoveMenu
          descriptor={descriptor}
          field={field}
          row={menu.row}
          values={values}
          nameOf={nameOf}
          at={menu}
          onMove={(value) => moves.move(menu.row, value, menu)}
          onClose={() => setMenu(null)}
        />
      )}
      {moves.choosing && (
        <ContextMenu
          at={moves.choosing.at}
          label={text('kanban.which')}
          onClose={moves.stopChoosing}
          sections={[
            {
              key: 'steps',
              title: text('kanban.which'),
              actions: moves.choosing.steps.map((step) => ({
                key: step.name,
                label: step.label,
                onSelect: () => moves.choosing && moves.take(moves.choosing.row, moves.choosing.to, step),
              })),
            },
          ]}
        />
      )}
      {moves.confirming && (
        <TransitionDialog
          descriptor={descriptor}
          record={moves.confirming.row}
          step={moves.confirming.step}
          busy={false}
          onConfirm={moves.confirm}
          onClose={moves.stopConfirming}
        />
      )}
    </DndContext>
  );
};

const rowOf = (data: unknown): ListRow | null =>
  typeof data === 'object' && data !== null && 'row' in data ? (data.row as ListRow) : null;

/** Text key of the reason why the dragged card cannot be dropped in a column. */
const refusalOf = (
  descriptor: ResourceDescriptor,
  field: FieldDescriptor,
  row: ListRow,
  value: string | null,
): string | null => {
  const move = moveOf(descriptor, field, row, value);
  return move.kind === 'refused' ? move.reason : null;
};
