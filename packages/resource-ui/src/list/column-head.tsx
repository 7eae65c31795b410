import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import { classes, isMenuKey, useLanguage } from '@coulisse/ui-kit';
import {
  clampWidth,
  type ListColumn,
  type ListControl,
  NARROWEST,
  nextSort,
  useResourceText,
  WIDEST,
} from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';

/** CSS variable with the width of a column, so that cells resize while the edge is dragged. */
export const widthVariable = (name: string): string => `--w-${name}`;

interface ColumnHeadProps {
  column: ListColumn;
  list: ListControl;
  onResize: (width: number | null) => void;
  onMenu: (event: MouseEvent | KeyboardEvent) => void;
}

export const ColumnHead = ({ column, list, onResize, onMenu }: ColumnHeadProps) => {
  const text = useResourceText();
  const { field } = column;
  const label = field.label[useLanguage()];
  const { sort } = list.sorted;
  const direction = sort === field.name ? 'ascending' : sort === `-${field.name}` ? 'descending' : undefined;
  const width = `var(${widthVariable(field.name)})`;
  return (
    <th
      className={classes(kindOf(field).numeric && 'c-num')}
      aria-sort={direction}
      data-field={field.name}
      style={{ width, minWidth: width, maxWidth: width }}
      onContextMenu={onMenu}
    >
      {field.sortable ? (
        <button
          type="button"
          className="r-sort"
          title={text('list.sort', { column: label })}
          aria-keyshortcuts="Shift+F10"
          onClick={() => list.change({ sort: nextSort(sort, field.name) })}
          onKeyDown={(event) => isMenuKey(event) && onMenu(event)}
        >
          <span>{label}</span>
          {direction === 'ascending' && <ArrowUp aria-hidden />}
          {direction === 'descending' && <ArrowDown aria-hidden />}
        </button>
      ) : (
        <span className="r-sort">
          <span>{label}</span>
        </span>
      )}
      <Edge label={text('list.columns.width', { column: label })} width={column.width} onResize={onResize} />
    </th>
  );
};

const STEP = 16;

/** The right edge of a column head: dragged or moved by arrow keys; a double click fits the column to its content. */
const Edge = ({
  label,
  width,
  onResize,
}: {
  label: string;
  width: number | undefined;
  onResize: (width: number | null) => void;
}) => {
  const text = useResourceText();
  const start = useRef<{ x: number; width: number; now: number } | null>(null);
  const measure = (target: HTMLElement) => target.closest('th')?.offsetWidth ?? 0;
  const show = (target: HTMLElement, pixels: number) => {
    const name = target.closest('th')?.dataset.field;
    if (name) target.closest('table')?.style.setProperty(widthVariable(name), `${pixels}px`);
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const now = measure(event.currentTarget);
    start.current = { x: event.clientX, width: now, now };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return;
    start.current.now = clampWidth(start.current.width + event.clientX - start.current.x);
    show(event.currentTarget, start.current.now);
  };
  const up = () => {
    const done = start.current;
    start.current = null;
    if (done && done.now !== done.width) onResize(done.now);
  };
  return (
    <span
      className="r-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width ?? NARROWEST}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuetext={width ? `${width} px` : text('list.columns.fit')}
      tabIndex={0}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onDoubleClick={() => onResize(null)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
        if (by !== 0) {
          event.preventDefault();
          event.stopPropagation();
          onResize(clampWidth(measure(event.currentTarget) + by));
        } else if (event.key === 'Delete' || event.key === 'Backspace') onResize(null);
      }}
    />
  );
};
