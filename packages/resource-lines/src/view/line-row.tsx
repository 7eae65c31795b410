import { CircleAlert, GripVertical } from 'lucide-react';
import { memo, type PointerEvent } from 'react';
import { classes, formatMoney } from '@coulisse/ui-kit';
import {
  cellProblem,
  cellText,
  type Column,
  COLUMNS,
  editText,
  type EditedColumn,
  isEdited,
} from '../model/cells';
import type { DocumentLine } from '../model/document';
import { isCounted } from '../totals';
import type { Editing } from '../store';
import type { LinesActions } from './actions';
import { type CellEditor, useCellEditor } from './cell-editor';
import { useEditor } from './editor-context';
import { SuggestionList } from './suggestion-list';

/** Errors of the server, by column. */
export type RowErrors = Readonly<Record<string, string>>;

export interface RowProps {
  /** Place in the table, from 2: the head is the first row. */
  rowIndex: number;
  /** The column with the focus, when it is in this row. */
  cursor: Column | null;
  /** Selected columns, from first to last. */
  selection: string | null;
  editing: Editing | null;
  errors?: RowErrors;
  isDragged: boolean;
  isOver: boolean;
  actions: LinesActions;
  onHandle: (event: PointerEvent, key: string) => void;
  onMenu: (key: string, at: { x: number; y: number }) => void;
}

export interface LineRowProps extends RowProps {
  line: DocumentLine;
  /** In cents; null where a cell is invalid. */
  total: number | null;
}

/** A line of the table. It renders when the line, its selection or its errors change. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, editing, cursor } = props;
  if (editing && cursor && isEdited(cursor)) {
    // Another cell of the same row begins with its own text.
    return <EditedLine key={cursor} {...props} column={cursor} initial={editing.initial} />;
  }
  return (
    <>
      <div {...rowProps(props, line.key)} data-option={isOption(line) || undefined} data-text={isText(line)}>
        <Handle {...props} rowKey={line.key} name={line.label} />
        {columnsOf(line).map((column) => (
          <Cell key={column} {...props} column={column} />
        ))}
      </div>
      <Problems {...props} />
    </>
  );
});

const isText = (line: DocumentLine) => (line.kind === 'text' ? true : undefined);
const isOption = (line: DocumentLine) => line.kind === 'line' && !isCounted(line);
export const columnsOf = (line: DocumentLine): readonly Column[] =>
  line.kind === 'text' ? ['label', 'total'] : COLUMNS;

export const rowProps = ({ rowIndex, isDragged, isOver }: RowProps, key: string) => ({
  role: 'row',
  'aria-rowindex': rowIndex,
  className: 'l-row',
  'data-entry': key,
  'data-dragged': isDragged || undefined,
  'data-over': isOver || undefined,
});

export const Handle = ({
  rowKey,
  name,
  onHandle,
  onMenu,
}: Pick<RowProps, 'onHandle' | 'onMenu'> & { rowKey: string; name: string }) => {
  const { text, readOnly } = useEditor();
  return (
    <div role="gridcell" className="l-cell l-handle">
      {!readOnly && (
        <button
          type="button"
          // The menu of a row opens from its cells too, by the key for menus.
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={text('lines.menu', { name })}
          title={text('lines.handle')}
          onPointerDown={(event) => onHandle(event, rowKey)}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onMenu(rowKey, { x: box.left, y: box.bottom });
          }}
        >
          <GripVertical className="c-icon" aria-hidden />
        </button>
      )}
    </div>
  );
};

const NUMBERS = new Set<Column>(['quantity', 'unitPrice', 'discount', 'vatRate', 'total']);

const isSelected = (selection: string | null, column: Column): boolean | undefined => {
  const [from, to] = (selection ?? '').split(' ') as Column[];
  if (!from || !to) return undefined;
  const at = COLUMNS.indexOf(column);
  return (at >= COLUMNS.indexOf(from) && at <= COLUMNS.indexOf(to)) || undefined;
};

export const cellProps = (
  { cursor, selection }: Pick<RowProps, 'cursor' | 'selection'>,
  key: string,
  column: Column,
) => ({
  role: 'gridcell',
  'aria-colindex': COLUMNS.indexOf(column) + 2,
  'aria-selected': isSelected(selection, column) ?? false,
  tabIndex: cursor === column ? 0 : -1,
  'data-cell': `${key} ${column}`,
  'data-column': column,
  'data-current': cursor === column || undefined,
});

const Cell = (props: LineRowProps & { column: Column }) => {
  const { line, column, total, errors } = props;
  const { text, language } = useEditor();
  const isInvalid = Boolean(errors?.[column]) || cellProblem(line, column) !== null;
  const shared = {
    ...cellProps(props, line.key, column),
    'aria-invalid': isInvalid || undefined,
    className: classes('l-cell', NUMBERS.has(column) && 'c-num'),
  };
  if (column === 'total')
    return (
      <div {...shared} aria-readonly>
        {line.kind === 'line' && (total === null ? '—' : formatMoney(total, language))}
      </div>
    );
  const content = cellText(line, column, language);
  if (column === 'label')
    return (
      <div {...shared} aria-colspan={line.kind === 'text' ? 6 : undefined}>
        <span className="l-name" title={content}>
          {content || <span className="c-faint">{text('lines.unnamed')}</span>}
        </span>
        {line.option && <span className="c-chip">{text(`lines.option.${line.option}`)}</span>}
        {isOption(line) && <small>{text('lines.notCounted')}</small>}
        {line.description && <small title={line.description}>{line.description}</small>}
      </div>
    );
  return (
    <div {...shared} title={content}>
      <span className="l-value">
        {content || (column === 'discount' ? <span className="c-faint">—</span> : null)}
      </span>
    </div>
  );
};

/** What is wrong with the cells of a line, under it: with the text that was pasted, and with what the server answered. */
const Problems = ({ line, errors }: Pick<LineRowProps, 'line' | 'errors'>) => {
  const { text, priceEntry, language } = useEditor();
  const found = columnsOf(line).flatMap((column) => {
    const problem = cellProblem(line, column);
    const name = text(`lines.column.${column === 'unitPrice' ? `unitPrice${priceEntry}` : column}`);
    const content = isEdited(column) ? cellText(line, column, language) : '';
    return [
      ...(problem ? [{ column, message: `${name} : ${text(problem, { content })}` }] : []),
      ...(errors?.[column] ? [{ column, message: `${name} : ${errors[column]}` }] : []),
    ];
  });
  const rest = Object.entries(errors ?? {}).filter(
    ([column]) => !(COLUMNS as readonly string[]).includes(column),
  );
  if (found.length + rest.length === 0) return null;
  return (
    <div className="l-problems" role="row">
      <div role="gridcell" aria-colspan={8}>
        {[...found, ...rest.map(([column, message]) => ({ column, message }))].map(({ column, message }) => (
          <span key={`${column} ${message}`} className="c-error">
            <CircleAlert className="c-icon" aria-hidden />
            <span>{message}</span>
          </span>
        ))}
      </div>
    </div>
  );
};

/** The row that is edited: every cell has a box, the picker opens under it. */
const EditedLine = (props: LineRowProps & { column: EditedColumn; initial: string | null }) => {
  const { line, column, initial, actions, total } = props;
  const { text, language, findProducts } = useEditor();
  const editor = useCellEditor({
    rowKey: line.key,
    column,
    content: editText(line, column, language),
    initial,
    actions,
    suggests: column === 'unit' || (column === 'label' && line.kind === 'line' && Boolean(findProducts)),
  });
  return (
    <>
      <div {...rowProps(props, line.key)} data-editing data-text={isText(line)}>
        <Handle {...props} rowKey={line.key} name={line.label} />
        {columnsOf(line).map((other) =>
          other === column ? (
            <CellInput key={other} {...props} column={column} editor={editor} />
          ) : (
            <BoxedCell key={other} {...props} column={other} total={total} />
          ),
        )}
      </div>
      <SuggestionList editor={editor} label={text(column === 'unit' ? 'lines.units' : 'lines.products')} />
    </>
  );
};

const CellInput = (props: LineRowProps & { column: EditedColumn; editor: CellEditor }) => {
  const { line, column, editor } = props;
  const { text, priceEntry } = useEditor();
  const isNumber = NUMBERS.has(column);
  return (
    <div
      {...cellProps(props, line.key, column)}
      tabIndex={-1}
      aria-colspan={line.kind === 'text' && column === 'label' ? 6 : undefined}
      className={classes('l-cell', isNumber && 'c-num')}
    >
      <input
        {...editor.inputProps}
        className="l-input"
        inputMode={isNumber ? 'decimal' : undefined}
        aria-label={text(`lines.column.${column === 'unitPrice' ? `unitPrice${priceEntry}` : column}`)}
      />
    </div>
  );
};

const BoxedCell = (props: LineRowProps & { column: Column }) => {
  const { line, column, total } = props;
  const { text, language } = useEditor();
  const content = isEdited(column)
    ? cellText(line, column, language)
    : line.kind === 'line'
      ? formatMoney(total ?? 0, language)
      : '';
  const placeholder =
    column === 'unit'
      ? text('lines.placeholder.unit')
      : column === 'unitPrice'
        ? formatMoney(0, language)
        : column === 'discount'
          ? '—'
          : '';
  return (
    <div
      {...cellProps(props, line.key, column)}
      className={classes('l-cell', NUMBERS.has(column) && 'c-num')}
    >
      <span className={column === 'total' ? 'c-faint' : 'l-box'} data-empty={content === '' || undefined}>
        {content || placeholder}
      </span>
    </div>
  );
};
