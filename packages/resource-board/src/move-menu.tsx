import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { ContextMenu } from '@coulisse/ui-kit/complex';
import { type ListRow, useResourceText } from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';
import { moveOf } from './moves';

interface MoveMenuProps {
  descriptor: ResourceDescriptor;
  field: FieldDescriptor;
  row: ListRow;
  values: readonly (string | null)[];
  nameOf: (value: string | null) => string;
  at: { x: number; y: number };
  onMove: (value: string | null) => void;
  onClose: () => void;
}

/** Menu to move a card without dragging: the columns, and why some are not possible. */
export const MoveMenu = ({ descriptor, field, row, values, nameOf, at, onMove, onClose }: MoveMenuProps) => {
  const text = useResourceText();
  return (
    <ContextMenu
      at={at}
      label={text('kanban.move', { name: titleOf(descriptor, row, useLanguage()) })}
      onClose={onClose}
      data-testid="move-menu"
      sections={[
        {
          key: 'columns',
          title: text('kanban.move.short'),
          actions: values.map((value) => {
            const move = moveOf(descriptor, field, row, value);
            return {
              key: value ?? '',
              label: nameOf(value),
              checked: move.kind === 'none',
              testId: `move-to-${value ?? ''}`,
              ...(move.kind === 'refused' ? { disabled: true, hint: text(move.reason) } : {}),
              onSelect: () => onMove(value),
            };
          }),
        },
      ]}
    />
  );
};
