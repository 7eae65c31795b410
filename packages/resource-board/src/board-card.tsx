import { useDraggable } from '@dnd-kit/core';
import { ArrowRightLeft, CircleAlert, X } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Button, useLanguage, useUiText } from '@coulisse/ui-kit';
import { isEmpty, type ListControl, type ListRow, useResourceText } from '@coulisse/resource-client';
import { CellValue, titleOf } from '@coulisse/resource-fields';
import { cardMenuKey } from './board-keys';

/** Maximum number of lines under the title of a card. */
const LINES = 4;

export interface CardEvents {
  onOpen: (id: string) => void;
  onMenu: (row: ListRow, at: { x: number; y: number }) => void;
  onMove: (row: ListRow, at: { x: number; y: number }) => void;
}

interface CardProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  /** The field of the columns, which cards do not repeat. */
  field: FieldDescriptor;
  row: ListRow;
}

interface BoardCardProps extends CardProps {
  moving: boolean;
  carried: boolean;
  /** Why the move was refused. */
  returned: string | null;
  onForget: () => void;
  events: CardEvents;
}

export const BoardCard = (props: BoardCardProps) => {
  const { descriptor, screens, list, row, moving, carried, returned, onForget, events } = props;
  const text = useResourceText();
  const uiText = useUiText();
  const title = titleOf(descriptor, row, useLanguage());
  const { attributes, listeners, setNodeRef } = useDraggable({ id: row.id, data: { row }, disabled: moving });
  const below = (target: HTMLElement) => {
    const box = target.getBoundingClientRect();
    return { x: box.left + 12, y: box.bottom };
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if ((event.target as HTMLElement).closest('button')) return;
    event.preventDefault();
    events.onOpen(row.id);
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const menuKind = cardMenuKey(event);
    if (menuKind) {
      event.preventDefault();
      (menuKind === 'menu' ? events.onMenu : events.onMove)(row, below(event.currentTarget));
    }
  };
  return (
    <li
      ref={setNodeRef}
      className="r-card"
      data-card
      data-id={row.id}
      data-moving={moving || undefined}
      data-carried={carried || undefined}
      data-current={list.state.panel === row.id || undefined}
      data-archived={row['isArchived'] === true || undefined}
      {...listeners}
      onKeyDown={(event) => {
        keys(event);
        const onTitle = (event.target as HTMLElement).closest('.r-open') !== null;
        if (onTitle && !event.defaultPrevented) listeners?.['onKeyDown']?.(event);
      }}
      onClick={click}
      onContextMenu={(event) => {
        if (event.ctrlKey) return;
        event.preventDefault();
        events.onMenu(row, { x: event.clientX, y: event.clientY });
      }}
    >
      <Link
        className="r-open"
        to={screens.record(row.id)}
        draggable={false}
        aria-describedby={attributes['aria-describedby']}
        aria-keyshortcuts="Space m Shift+F10"
      >
        {title}
      </Link>
      <CardBody {...props} />
      <Button
        kind="quiet"
        size="small"
        square
        className="r-card-move"
        icon={<ArrowRightLeft aria-hidden />}
        aria-label={text('kanban.move', { name: title })}
        title={text('kanban.move.short')}
        data-testid={`move-${row.id}`}
        onClick={(event) => events.onMove(row, below(event.currentTarget))}
      />
      {returned && (
        <div className="r-card-returned" role="alert" data-testid="card-returned">
          <CircleAlert className="c-icon" aria-hidden />
          <span>{returned}</span>
          <button type="button" aria-label={uiText('action.close')} onClick={onForget}>
            <X className="c-icon" aria-hidden />
          </button>
        </div>
      )}
    </li>
  );
};

/** The non-empty columns of the list, as lines of a card. */
export const CardBody = ({ descriptor, screens, list, field, row }: CardProps) => {
  const language = useLanguage();
  const shown = list.columns
    .map((column) => column.field)
    .filter(
      (shownField) =>
        shownField.name !== descriptor.labelField &&
        shownField.name !== field.name &&
        !isEmpty(row[shownField.name]) &&
        row[shownField.name] !== false,
    )
    .slice(0, LINES);
  if (shown.length === 0) return null;
  return (
    <dl>
      {shown.map((shownField) => (
        <div key={shownField.name}>
          <dt>{shownField.label[language]}</dt>
          <dd>
            <CellValue field={shownField} row={row} descriptor={descriptor} screens={screens} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
