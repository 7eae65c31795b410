/** A cell of the table: record id of the row, field of the column; '' is the column of the checkboxes. */
export interface Place {
  id: string;
  field: string;
}

export const PICK = '';

export interface Grid {
  ids: readonly string[];
  fields: readonly string[];
}

const clamp = (value: number, last: number): number => Math.min(last, Math.max(0, value));

/** The cell that a key moves to; null when the key does not move. */
export const moved = ({ ids, fields }: Grid, from: Place, key: string, far = false): Place | null => {
  const columns = [PICK, ...fields];
  const row = Math.max(0, ids.indexOf(from.id));
  const column = Math.max(0, columns.indexOf(from.field));
  const at = (nextRow: number, nextColumn: number): Place | null => {
    const id = ids[clamp(nextRow, ids.length - 1)];
    const field = columns[clamp(nextColumn, columns.length - 1)];
    return id === undefined || field === undefined ? null : { id, field };
  };
  switch (key) {
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'Home':
      return at(far ? 0 : row, 1);
    case 'End':
      return at(far ? ids.length - 1 : row, columns.length - 1);
    default:
      return null;
  }
};

/** The next editable cell, along the row and then down; null at the end of the page. */
export const nextEditable = (
  { ids, fields }: Grid,
  from: Place,
  back: boolean,
  editable: (place: Place) => boolean,
): Place | null => {
  const places = ids.flatMap((id) => fields.map((field) => ({ id, field })));
  const currentIndex = places.findIndex(({ id, field }) => id === from.id && field === from.field);
  const ahead = back ? places.slice(0, Math.max(0, currentIndex)).reverse() : places.slice(currentIndex + 1);
  return ahead.find(editable) ?? null;
};
