import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent, Ref } from 'react';
import { Link } from 'react-router';
import type { FieldDescriptor, ResourceDescriptor, ResourceRow, ResourceScreens } from '@coulisse/mfe-kit';
import { classes, useLanguage } from '@coulisse/ui-kit';
import { nextSort } from '../data/list-state';
import { toggled } from '../data/selection';
import { isEmpty } from '../data/values';
import { kindOf } from '../fields';
import { useResourceText } from '../locales';
import { RecordState } from '../state-chip';
import { titleOf } from '../title';
import { fieldNamed } from './columns';
import type { ListControl } from './use-list';

interface ListTableProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  columns: readonly FieldDescriptor[];
  list: ListControl;
  onOpen: (id: string) => void;
  ref: Ref<HTMLTableElement>;
}

export const ListTable = ({ descriptor, screens, columns, list, onOpen, ref }: ListTableProps) => {
  const { rows, selection, setSelection } = list;
  const language = useLanguage();
  const text = useResourceText();
  const every = rows.every((row) => selection.has(row.id));
  return (
    <div className="r-scroll">
      <table className="r-table r-rows" ref={ref} aria-label={descriptor.plural[language]}>
        <thead>
          <tr>
            <th className="r-pick">
              <input
                type="checkbox"
                className="c-box"
                aria-label={text('list.selectAll')}
                checked={every}
                ref={(box) => {
                  if (box) box.indeterminate = !every && selection.size > 0;
                }}
                onChange={() => setSelection(every ? new Set() : new Set(rows.map((row) => row.id)))}
              />
            </th>
            {columns.map((field) => (
              <ColumnHead key={field.name} field={field} list={list} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              descriptor={descriptor}
              screens={screens}
              columns={columns}
              current={list.state.panel === row.id}
              selected={selection.has(row.id)}
              onSelect={() => setSelection(toggled(selection, row.id))}
              onOpen={() => onOpen(row.id)}
            />
          ))}
        </tbody>
        <Sums columns={columns} list={list} />
      </table>
    </div>
  );
};

const ColumnHead = ({ field, list }: { field: FieldDescriptor; list: ListControl }) => {
  const text = useResourceText();
  const label = field.label[useLanguage()];
  const numeric = kindOf(field).numeric;
  const { sort } = list.sorted;
  const direction = sort === field.name ? 'ascending' : sort === `-${field.name}` ? 'descending' : undefined;
  return (
    <th className={classes(numeric && 'c-num')} aria-sort={direction}>
      {field.sortable ? (
        <button
          type="button"
          className="r-sort"
          title={text('list.sort', { column: label })}
          onClick={() => list.change({ sort: nextSort(sort, field.name) })}
        >
          {label}
          {direction === 'ascending' && <ArrowUp aria-hidden />}
          {direction === 'descending' && <ArrowDown aria-hidden />}
        </button>
      ) : (
        label
      )}
    </th>
  );
};

interface RowProps {
  row: ResourceRow;
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  columns: readonly FieldDescriptor[];
  current: boolean;
  selected: boolean;
  onSelect: () => void;
  onOpen: () => void;
}

const Row = ({ row, descriptor, screens, columns, current, selected, onSelect, onOpen }: RowProps) => {
  const text = useResourceText();
  const title = titleOf(descriptor, row, useLanguage());
  const click = (event: MouseEvent) => {
    // A click with a modifier is the browser's: new tab, new window. A selection of text is no click.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (String(window.getSelection()).length > 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <tr
      data-id={row.id}
      data-current={current || undefined}
      data-selected={selected || undefined}
      onClick={click}
    >
      <td className="r-pick" onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          className="c-box"
          aria-label={text('list.select', { name: title })}
          checked={selected}
          onChange={onSelect}
        />
      </td>
      {columns.map((field, index) => (
        <Cell
          key={field.name}
          field={field}
          row={row}
          descriptor={descriptor}
          screens={screens}
          link={index === 0 ? title : null}
        />
      ))}
    </tr>
  );
};

interface CellProps {
  field: FieldDescriptor;
  row: ResourceRow;
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  link: string | null;
}

const Cell = ({ field, row, descriptor, screens, link }: CellProps) => {
  const kind = kindOf(field);
  const value = row[field.name];
  const Override = screens.overrides.list?.cells?.[field.name];
  const content = Override ? (
    <Override row={row} value={value} descriptor={descriptor} field={field} />
  ) : field.name === 'state' ? (
    <RecordState descriptor={descriptor} state={value} />
  ) : isEmpty(value) ? (
    <span className="c-faint">—</span>
  ) : (
    <kind.Show field={field} value={value} compact />
  );
  return (
    <td
      className={classes(kind.numeric && 'c-num')}
      data-label={field.label[useLanguage()]}
      data-empty={isEmpty(value) || value === false || undefined}
    >
      <span className="r-who">
        {link ? (
          <Link className="r-open" to={screens.record(row.id)}>
            {isEmpty(value) ? link : content}
          </Link>
        ) : (
          <span>{content}</span>
        )}
        <SecondLine field={field} row={row} descriptor={descriptor} screens={screens} />
      </span>
    </td>
  );
};

const SecondLine = ({ field, row, descriptor, screens }: Omit<CellProps, 'link'>) => {
  const names = screens.overrides.list?.second?.[field.name] ?? [];
  const name = names.find((candidate) => !isEmpty(row[candidate]));
  const second = name ? fieldNamed(descriptor, name) : null;
  if (!second) return null;
  const { Show } = kindOf(second);
  return (
    <small>
      <Show field={second} value={row[second.name]} compact />
    </small>
  );
};

/** Sums of the filtered set, as the server gives them. */
const Sums = ({ columns, list }: { columns: readonly FieldDescriptor[]; list: ListControl }) => {
  const text = useResourceText();
  const language = useLanguage();
  const sums = list.query.data?.sums ?? {};
  if (!columns.some((field) => sums[field.name] !== undefined)) return null;
  return (
    <tfoot>
      <tr>
        <td className="r-pick" />
        {columns.map((field, index) => {
          const sum = sums[field.name];
          const { Show } = kindOf(field);
          return (
            <td
              key={field.name}
              className={classes(kindOf(field).numeric && 'c-num')}
              data-label={field.label[language]}
              data-empty={(sum === undefined && index > 0) || undefined}
            >
              {sum === undefined ? (
                index === 0 && text('list.total')
              ) : (
                <Show field={field} value={sum} compact />
              )}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
};
