import { applyCommand, type Command } from './model/commands';
import { type Entry, keyOf, type LinesDocument, type PriceEntry } from './model/document';
import { type Cursor, shownEntries } from './model/navigation';
import { computeTotals, type DocumentTotals } from './totals';

/** How the editing of a cell began: with its text, or with the character that was typed. */
export interface Editing {
  readonly initial: string | null;
}

export interface LinesState {
  readonly document: LinesDocument;
  readonly totals: DocumentTotals;
  readonly shown: readonly Entry[];
  readonly cursor: Cursor | null;
  /** The other corner of the selection. */
  readonly anchor: Cursor | null;
  readonly editing: Editing | null;
  readonly folded: ReadonlySet<string>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Steps that can be undone. */
const MOST_STEPS = 200;

export type LinesStore = ReturnType<typeof createLinesStore>;

/**
 * The state of the editor, without a DOM: a document, its history, the cell with the focus, the selection. Undo and redo
 * restore documents; the cursor and folded groups are not part of the history.
 */
export const createLinesStore = (initial: LinesDocument) => {
  let past: LinesDocument[] = [];
  let future: LinesDocument[] = [];
  const listeners = new Set<() => void>();
  const first = initial.entries[0];
  let state: LinesState = {
    document: initial,
    totals: computeTotals(initial),
    shown: initial.entries,
    cursor: first ? { key: keyOf(first), column: 'label' } : null,
    anchor: null,
    editing: null,
    folded: new Set(),
    canUndo: false,
    canRedo: false,
  };

  /** Replaces parts of the state, and what is derived from them. */
  const update = (part: Partial<LinesState>) => {
    const next = { ...state, ...part, canUndo: past.length > 0, canRedo: future.length > 0 };
    const isChanged = next.document !== state.document;
    const shown =
      isChanged || next.folded !== state.folded
        ? shownEntries(next.document.entries, next.folded)
        : state.shown;
    const has = (cursor: Cursor | null) => shown.some((entry) => keyOf(entry) === cursor?.key);
    state = {
      ...next,
      shown,
      totals: isChanged ? computeTotals(next.document) : state.totals,
      cursor: has(next.cursor) ? next.cursor : nearest(state.shown, shown, next.cursor),
      anchor: has(next.anchor) ? next.anchor : null,
    };
    for (const listener of listeners) listener();
  };

  const restore = (from: LinesDocument[], to: LinesDocument[]): boolean => {
    const document = from.pop();
    if (!document) return false;
    to.push(state.document);
    update({ document, editing: null, anchor: null, cursor: changedCursor(state, document) });
    return true;
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Applies a command. `false`: it changed nothing, so there is nothing to undo. */
    run: (
      command: Command,
      view: Partial<Pick<LinesState, 'cursor' | 'anchor' | 'editing'>> = {},
    ): boolean => {
      const document = applyCommand(state.document, command);
      if (document === state.document) {
        if (Object.keys(view).length > 0) update(view);
        return false;
      }
      past = [...past, state.document].slice(-MOST_STEPS);
      future = [];
      update({ document, ...view });
      return true;
    },
    undo: () => restore(past, future),
    redo: () => restore(future, past),
    /** Replaces the document by that of the server: what was typed before cannot be undone into it. */
    load: (document: LinesDocument) => {
      past = [];
      future = [];
      update({ document, editing: null, anchor: null });
    },
    /** The prices are now with or without VAT: a field of the record beside this editor, which has its own history. */
    setPriceEntry: (priceEntry: PriceEntry) => {
      const reentered = (document: LinesDocument): LinesDocument => ({ ...document, priceEntry });
      past = past.map(reentered);
      future = future.map(reentered);
      update({ document: reentered(state.document) });
    },
    go: (cursor: Cursor | null, extend = false) =>
      update({
        cursor,
        anchor: extend ? (state.anchor ?? state.cursor) : null,
        editing: null,
      }),
    select: (anchor: Cursor, cursor: Cursor) => update({ anchor, cursor, editing: null }),
    edit: (initial: string | null = null) => {
      if (state.cursor && state.cursor.column !== 'total') update({ editing: { initial }, anchor: null });
    },
    stopEditing: () => update({ editing: null }),
    fold: (group: string, isFolded: boolean) => {
      const folded = new Set(state.folded);
      if (isFolded) folded.add(group);
      else folded.delete(group);
      update({ folded });
    },
  };
};

/** Where the cursor goes when its line is gone: to the one that took its place, else to the last. */
const nearest = (before: readonly Entry[], after: readonly Entry[], cursor: Cursor | null): Cursor | null => {
  const at = Math.max(
    0,
    before.findIndex((entry) => keyOf(entry) === cursor?.key),
  );
  const entry = after[Math.min(at, after.length - 1)];
  return entry ? { key: keyOf(entry), column: cursor?.column ?? 'label' } : null;
};

/** Undo shows what it changed: the cursor goes to the first entry that differs. */
const changedCursor = ({ document, cursor }: LinesState, next: LinesDocument): Cursor | null => {
  const before = new Set(document.entries);
  const changed = next.entries.find((entry) => !before.has(entry));
  return changed ? { key: keyOf(changed), column: cursor?.column ?? 'label' } : cursor;
};
