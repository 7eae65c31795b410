import { useCallback, useMemo, useState } from 'react';
import { begin, change, redo, undo } from './history';
import { type Drawing, NOTHING, type Selection } from './drawing';

export interface DrawingState {
  drawing: Drawing;
  selection: Selection;
  select: (ids: Selection) => void;
  /** Successive changes with the same name are undone together. */
  edit: (next: Drawing, name?: string) => void;
  undo: () => void;
  redo: () => void;
  mayUndo: boolean;
  mayRedo: boolean;
  /** Whether the drawing differs from what was saved last. */
  isChanged: boolean;
  /** Changes that were made while it was being saved are not saved. */
  markSaved: (drawing: Drawing) => void;
}

/** The drawing with its history and what is selected in it. */
export function useDrawing(start: () => Drawing, isNew: boolean): DrawingState {
  const [history, setHistory] = useState(() => begin(start()));
  const [saved, setSaved] = useState<Drawing | null>(isNew ? null : history.present);
  // The block of a new plan is selected, so that its fields are there at once.
  const [selection, select] = useState<Selection>(() =>
    isNew ? new Set(history.present.blocks.map(({ id }) => id)) : NOTHING,
  );
  const edit = useCallback(
    (next: Drawing, name?: string) => setHistory((before) => change(before, next, name)),
    [],
  );
  return useMemo(
    () => ({
      drawing: history.present,
      selection,
      select,
      edit,
      undo: () => setHistory(undo),
      redo: () => setHistory(redo),
      mayUndo: history.past.length > 0,
      mayRedo: history.future.length > 0,
      isChanged: history.present !== saved,
      markSaved: setSaved,
    }),
    [history, selection, edit, saved],
  );
}
