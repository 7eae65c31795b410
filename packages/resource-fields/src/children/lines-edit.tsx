import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, classes, useLanguage } from '@coulisse/ui-kit';
import { inputId, useResourceText } from '@coulisse/resource-client';
import type { EditProps } from '../kind';
import { innerKindOf } from '../inner-kinds';
import { LineEdit } from './line-edit';
import { keyOf, type Line, linesOf, moved, newLine, totalsOf } from './lines';
import { columnTracks, fitsInRow } from './line-layout';
import { useWidth } from './use-width';

/** Where the focus goes after the next render. */
type FocusTarget = { line: number; field: string } | 'add';

/**
 * Editor of the lines of a record: table rows where there is room, else one field per row.
 * Enter goes down and adds a line at the end, Alt with an arrow moves a line, Ctrl with Delete removes it.
 */
export const LinesEdit = ({ field, value, onChange, control, disabled, errors }: EditProps) => {
  const language = useLanguage();
  const text = useResourceText();
  const root = useRef<HTMLDivElement>(null);
  const focusTarget = useRef<FocusTarget | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const lines = linesOf(value);
  const columns = (field.fields ?? []).filter((child) => !child.readonly);
  const inRow = fitsInRow(columns, useWidth(root));
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  useEffect(() => {
    const target = focusTarget.current;
    focusTarget.current = null;
    if (!target) return;
    const place =
      target === 'add' ? addId(control.id) : inputId(`${field.name}/${target.line}/${target.field}`);
    document.getElementById(place)?.focus();
  });

  const first = columns[0]?.name ?? '';
  const add = () => {
    focusTarget.current = { line: lines.length, field: first };
    onChange([...lines, newLine(columns)]);
  };
  const remove = (index: number) => {
    const left = lines.length - 1;
    focusTarget.current = left === 0 ? 'add' : { line: Math.min(index, left - 1), field: first };
    onChange(lines.filter((_, place) => place !== index));
    setAnnouncement(text('children.removed', { line: index + 1 }));
  };
  const move = (from: number, to: number, focus?: string) => {
    if (to < 0 || to >= lines.length) return;
    if (focus) focusTarget.current = { line: to, field: focus };
    onChange(moved(lines, from, to));
    setAnnouncement(text('children.moved', { line: from + 1, place: to + 1 }));
  };
  const keys = (event: KeyboardEvent, index: number, column: string) => {
    if (event.defaultPrevented || disabled) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && step) move(index, index + step, column);
    else if ((event.ctrlKey || event.metaKey) && event.key === 'Delete') remove(index);
    else if (
      event.key === 'Enter' &&
      !event.ctrlKey &&
      !event.metaKey &&
      event.target instanceof HTMLInputElement
    ) {
      if (index === lines.length - 1) add();
      else document.getElementById(inputId(`${field.name}/${index + 1}/${column}`))?.focus();
    } else return;
    event.preventDefault();
  };
  const change = (index: number, name: string, next: unknown) =>
    onChange(lines.map((line, place) => (place === index ? { ...line, [name]: next } : line)));

  const keysOfLines = lines.map(keyOf);
  return (
    <div ref={root} className="r-lines" id={control.id} tabIndex={-1} data-row={inRow || undefined}>
      {inRow && lines.length > 0 && (
        <div className="r-lines-head" style={{ gridTemplateColumns: columnTracks(columns) }} aria-hidden>
          <span />
          {columns.map((column) => (
            <span key={column.name} className={classes(innerKindOf(column).numeric && 'c-num')}>
              {column.label[language]}
              {column.required && <span className="c-required"> *</span>}
            </span>
          ))}
          <span />
        </div>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          if (over && over.id !== active.id)
            move(keysOfLines.indexOf(String(active.id)), keysOfLines.indexOf(String(over.id)));
        }}
      >
        <SortableContext items={keysOfLines} strategy={verticalListSortingStrategy}>
          {lines.map((line, index) => (
            <LineEdit
              key={keyOf(line, index)}
              parent={field}
              columns={columns}
              line={line}
              index={index}
              count={lines.length}
              inRow={inRow}
              disabled={disabled}
              errors={errors}
              onChange={(name, next) => change(index, name, next)}
              onMove={(to, focus) => move(index, to, focus)}
              onRemove={() => remove(index)}
              onKeys={(event, column) => keys(event, index, column)}
            />
          ))}
        </SortableContext>
      </DndContext>
      <LinesTotals field={field} lines={lines} />
      {lines.length === 0 && disabled && <p className="c-faint">{text('children.none')}</p>}
      {!disabled && (
        <Button id={addId(control.id)} size="small" icon={<Plus aria-hidden />} onClick={add}>
          {text('children.add')}
        </Button>
      )}
      <span className="c-hidden" aria-live="polite">
        {announcement}
      </span>
    </div>
  );
};

const addId = (id: string): string => `${id}-add`;

const LinesTotals = ({ field, lines }: { field: FieldDescriptor; lines: readonly Line[] }) => {
  const language = useLanguage();
  const columns = field.fields ?? [];
  const totals = totalsOf(columns, lines);
  const summed = columns.filter((column) => column.name in totals);
  if (summed.length === 0) return null;
  return (
    <dl className="r-lines-totals">
      {summed.map((column) => (
        <div key={column.name}>
          <dt>{column.label[language]}</dt>
          <dd className="c-num">{innerKindOf(column).text(totals[column.name], column, language)}</dd>
        </div>
      ))}
    </dl>
  );
};
