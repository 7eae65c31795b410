import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, EyeOff, ListFilter, RotateCcw } from 'lucide-react';
import { useLanguage } from '@coulisse/ui-kit';
import { ContextMenu, type MenuAction } from '@coulisse/ui-kit/complex';
import {
  filtersOf,
  type ListColumn,
  type ListControl,
  moveColumn,
  resizeColumn,
  toggleColumn,
  useResourceText,
  withComparison,
} from '@coulisse/resource-client';

interface HeadMenuProps {
  column: ListColumn;
  list: ListControl;
  at: { x: number; y: number };
  onClose: () => void;
}

/** Menu of a column, also usable by keyboard: sort, move, hide. */
export const HeadMenu = ({ column, list, at, onClose }: HeadMenuProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const { field } = column;
  const choices = list.columns.map(({ field: { name }, width }) => ({ name, ...(width ? { width } : {}) }));
  const place = choices.findIndex(({ name }) => name === field.name);
  const sortBy = (sort: string): MenuAction => ({
    key: sort,
    label: text(sort.startsWith('-') ? 'list.sort.down' : 'list.sort.up'),
    icon: sort.startsWith('-') ? (
      <ArrowDown className="c-icon" aria-hidden />
    ) : (
      <ArrowUp className="c-icon" aria-hidden />
    ),
    checked: list.sorted.sort === sort,
    onSelect: () => list.change({ sort }),
  });
  const order: MenuAction[] = [];
  if (place > 0)
    order.push({
      key: 'left',
      label: text('list.columns.left'),
      icon: <ArrowLeft className="c-icon" aria-hidden />,
      onSelect: () => list.setColumns(moveColumn(choices, place, place - 1)),
    });
  if (place < choices.length - 1)
    order.push({
      key: 'right',
      label: text('list.columns.right'),
      icon: <ArrowRight className="c-icon" aria-hidden />,
      onSelect: () => list.setColumns(moveColumn(choices, place, place + 1)),
    });
  if (column.width)
    order.push({
      key: 'width',
      label: text('list.columns.fit'),
      icon: <RotateCcw className="c-icon" aria-hidden />,
      onSelect: () => list.setColumns(resizeColumn(choices, field.name, null)),
    });
  if (choices.length > 1)
    order.push({
      key: 'hide',
      label: text('list.columns.hide'),
      icon: <EyeOff className="c-icon" aria-hidden />,
      onSelect: () => list.setColumns(toggleColumn(choices, field.name)),
    });
  const filters: MenuAction[] =
    field.filterable && !field.required
      ? [false, true].map((empty) => ({
          key: `empty-${empty}`,
          label: text(empty ? 'list.columns.onlyEmpty' : 'list.columns.onlyFilled'),
          icon: <ListFilter className="c-icon" aria-hidden />,
          onSelect: () =>
            list.change({
              filters: withComparison(list.state.filters, null, filtersOf(field, 'empty', empty)),
            }),
        }))
      : [];
  return (
    <ContextMenu
      at={at}
      label={field.label[language]}
      onClose={onClose}
      sections={[
        { key: 'sort', actions: field.sortable ? [sortBy(field.name), sortBy(`-${field.name}`)] : [] },
        { key: 'order', actions: order },
        { key: 'filter', actions: filters },
      ]}
    />
  );
};
