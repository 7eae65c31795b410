import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, RotateCcw, Search } from 'lucide-react';
import { useState } from 'react';
import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Check, Input, useLanguage } from '@coulisse/ui-kit';
import {
  type ColumnChoice,
  listable,
  type ListControl,
  moveColumn,
  sameColumns,
  toggleColumn,
  useResourceText,
} from '@coulisse/resource-client';
import { useDragWords } from '@coulisse/resource-fields';

const MANY = 12;

/** The columns that are shown, in their order, and the others. */
export const ColumnChoices = ({
  descriptor,
  list,
}: {
  descriptor: ResourceDescriptor;
  list: ListControl;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLocaleLowerCase();
  const chosen: ColumnChoice[] = list.columns.map(({ field, width }) => ({
    name: field.name,
    ...(width ? { width } : {}),
  }));
  const shown = list.columns.map(({ field }) => field);
  const hidden = listable(descriptor)
    .filter((field) => !shown.includes(field) && field.label[language].toLocaleLowerCase().includes(words))
    .sort((a, b) => a.label[language].localeCompare(b.label[language], language));
  return (
    <div className="r-columns-sheet">
      <div className="c-menu-title">{text('list.columns.shown')}</div>
      <Shown fields={shown} chosen={chosen} list={list} />
      <div className="c-menu-title">{text('list.columns.hidden')}</div>
      {descriptor.fields.length > MANY && (
        <div className="r-search r-search-small">
          <Search className="c-icon" aria-hidden />
          <Input
            type="search"
            aria-label={text('list.filter.find')}
            placeholder={text('list.filter.find')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      <div className="r-columns-hidden">
        {hidden.map((field) => (
          <Check
            key={field.name}
            label={field.label[language]}
            checked={false}
            data-testid={`column-${field.name}`}
            onChange={() => list.setColumns(toggleColumn(chosen, field.name), true)}
          />
        ))}
        {hidden.length === 0 && <p className="c-faint r-menu-note">{text('list.filter.noField')}</p>}
      </div>
      {!sameColumns(chosen, list.usual) && (
        <Button
          kind="quiet"
          size="small"
          icon={<RotateCcw aria-hidden />}
          data-testid="columns-reset"
          onClick={() => list.setColumns(null, true)}
        >
          {text('list.columns.reset')}
        </Button>
      )}
    </div>
  );
};

const Shown = ({
  fields,
  chosen,
  list,
}: {
  fields: readonly FieldDescriptor[];
  chosen: readonly ColumnChoice[];
  list: ListControl;
}) => {
  const language = useLanguage();
  const names = chosen.map(({ name }) => name);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const label = (name: unknown) =>
    fields.find((field) => field.name === name)?.label[language] ?? String(name);
  const words = useDragWords(label, (id) => names.indexOf(String(id)) + 1, names.length);
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [names.indexOf(String(active.id)), names.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) list.setColumns(moveColumn(chosen, from, to), true);
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={words} onDragEnd={drop}>
      <SortableContext items={names} strategy={verticalListSortingStrategy}>
        <ul role="list" className="r-columns-shown">
          {fields.map((field) => (
            <ShownColumn
              key={field.name}
              field={field}
              last={fields.length === 1}
              onHide={() => list.setColumns(toggleColumn(chosen, field.name), true)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
};

const ShownColumn = ({
  field,
  last,
  onHide,
}: {
  field: FieldDescriptor;
  /** The last visible column, which cannot be hidden. */
  last: boolean;
  onHide: () => void;
}) => {
  const text = useResourceText();
  const label = field.label[useLanguage()];
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: field.name });
  return (
    <li
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="r-grip"
        {...attributes}
        {...listeners}
        aria-label={text('list.columns.move', { column: label })}
        data-testid={`column-grip-${field.name}`}
      >
        <GripVertical className="c-icon" aria-hidden />
      </button>
      <Check label={label} checked disabled={last} data-testid={`column-${field.name}`} onChange={onHide} />
    </li>
  );
};
