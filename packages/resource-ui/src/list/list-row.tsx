import { type CSSProperties, memo, type MouseEvent, type ReactNode, type Ref } from 'react';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { type ListColumn, type ListRow as Row, useResourceText } from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';
import { PICK } from './grid-moves';
import { ListCell } from './list-cell';
import { lockOf } from './lock';

export interface RowEvents {
  onOpen: (row: Row) => void;
  onSelect: (row: Row, range: boolean) => void;
  onEdit: (row: Row, field: FieldDescriptor) => void;
  onMenu: (row: Row, at: { x: number; y: number }) => void;
}

interface ListRowProps {
  row: Row;
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  columns: readonly ListColumn[];
  /** Shown in the side panel. */
  current: boolean;
  selected: boolean;
  /** Field of the cell in the tab order, when it is in this row. */
  active: string | null;
  /** Fields being saved. */
  saving: string;
  /** Field whose value was refused. */
  trouble: string | null;
  events: RowEvents;
  /** Drag handle, when rows can be ordered by hand. */
  handle?: ReactNode;
  rowRef?: Ref<HTMLTableRowElement>;
  style?: CSSProperties;
  carried?: boolean;
}

/** Delay after a click, in milliseconds: a second click edits the cell instead of opening the record. */
const DOUBLE_CLICK = 220;

export const ListRow = memo((props: ListRowProps) => {
  const { row, descriptor, screens, columns, current, selected, active, events } = props;
  const text = useResourceText();
  const title = titleOf(descriptor, row, useLanguage());
  const fieldAt = (event: MouseEvent) => {
    const name = (event.target as HTMLElement).closest<HTMLElement>('td')?.dataset.field;
    return columns.find(({ field }) => field.name === name)?.field ?? null;
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey) {
      event.preventDefault();
      return events.onSelect(row, true);
    }
    // The browser handles clicks with a modifier (new tab or window). Selecting text is not a click.
    if (event.ctrlKey || event.metaKey || event.button !== 0) return;
    if (String(window.getSelection()).length > 0 && event.detail < 2) return;
    const target = event.target as HTMLElement;
    const inLink = target.closest('a') !== null;
    if (inLink && !target.closest('.r-open')) return;
    event.preventDefault();
    const field = fieldAt(event);
    const waits =
      !inLink && field !== null && lockOf(descriptor, screens, row, field) === null && event.detail > 0;
    if (!waits) return events.onOpen(row);
    if (event.detail > 1) return;
    const { currentTarget } = event;
    const timer = setTimeout(() => events.onOpen(row), DOUBLE_CLICK);
    currentTarget.addEventListener('dblclick', () => clearTimeout(timer), { once: true });
  };
  return (
    <tr
      ref={props.rowRef}
      style={props.style}
      data-id={row.id}
      data-carried={props.carried || undefined}
      data-current={current || undefined}
      data-selected={selected || undefined}
      data-archived={row['isArchived'] === true || undefined}
      aria-selected={selected}
      // Shift-click selects rows, not the text between them.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={click}
      onDoubleClick={(event) => {
        const field = fieldAt(event);
        if (!field || (event.target as HTMLElement).closest('.r-open')) return;
        window.getSelection()?.removeAllRanges();
        events.onEdit(row, field);
      }}
      onContextMenu={(event) => {
        // With Ctrl, or on selected text, the browser's own context menu opens.
        if (event.ctrlKey || String(window.getSelection()).length > 0) return;
        event.preventDefault();
        events.onMenu(row, { x: event.clientX, y: event.clientY });
      }}
    >
      <td className="r-pick" role="gridcell" data-field={PICK} onClick={(event) => event.stopPropagation()}>
        {props.handle}
        <input
          type="checkbox"
          className="c-box"
          tabIndex={active === PICK ? 0 : -1}
          aria-label={text('list.select', { name: title })}
          checked={selected}
          onClick={(event) => events.onSelect(row, event.shiftKey)}
          readOnly
        />
      </td>
      {columns.map(({ field }, index) => (
        <ListCell
          key={field.name}
          field={field}
          row={row}
          descriptor={descriptor}
          screens={screens}
          link={index === 0 ? title : null}
          locked={lockOf(descriptor, screens, row, field) !== null}
          saving={props.saving.split(' ').includes(field.name)}
          trouble={props.trouble === field.name}
          active={active === field.name}
        />
      ))}
    </tr>
  );
});
ListRow.displayName = 'ListRow';
