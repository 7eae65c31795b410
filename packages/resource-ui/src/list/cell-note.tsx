import { CircleAlert, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import { Anchored } from '@coulisse/ui-kit/complex';
import { type ListRow, useResourceText } from '@coulisse/resource-client';
import type { Place } from './grid-moves';
import type { InlineEdit } from './use-inline-edit';

interface CellNoteProps {
  anchor: () => HTMLElement | null;
  tone: 'info' | 'bad';
  children: ReactNode;
}

/** A message under a cell. */
export const CellNote = ({ anchor, tone, children }: CellNoteProps) => (
  <Anchored anchor={anchor} className="r-cell-note" role={tone === 'bad' ? 'alert' : 'status'}>
    <div data-tone={tone} data-testid="cell-note">
      {tone === 'bad' ? (
        <CircleAlert className="c-icon" aria-hidden />
      ) : (
        <Lock className="c-icon" aria-hidden />
      )}
      <div>{children}</div>
    </div>
  </Anchored>
);

interface RefusalProps {
  edit: InlineEdit;
  row: ListRow;
  field: FieldDescriptor;
  anchor: () => HTMLElement | null;
  onEdit: (place: Place, draft: unknown) => void;
}

/** The reason why a value was refused, with the possible actions. */
export const Refusal = ({ edit, row, field, anchor, onEdit }: RefusalProps) => {
  const text = useResourceText();
  const { trouble } = edit;
  if (!trouble) return null;
  return (
    <CellNote anchor={anchor} tone="bad">
      {trouble.text}
      <span className="c-actions">
        {trouble.conflict ? (
          <Button
            size="small"
            data-testid="conflict-mine"
            onClick={() => void edit.save(row, field, trouble.value)}
          >
            {text('list.conflict.mine')}
          </Button>
        ) : (
          <Button size="small" onClick={() => onEdit(trouble, trouble.value)}>
            {text('list.refused.edit')}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={edit.forget}>
          {text(trouble.conflict ? 'list.conflict.theirs' : 'list.refused.drop')}
        </Button>
      </span>
    </CellNote>
  );
};
