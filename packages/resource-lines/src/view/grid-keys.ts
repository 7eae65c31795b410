import type { KeyboardEvent } from 'react';
import { isMenuKey } from '@coulisse/ui-kit';
import type { Direction } from '../model/navigation';
import type { LinesStore } from '../store';
import type { LinesActions } from './actions';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'start',
  End: 'end',
};

interface GridKeys {
  store: LinesStore;
  actions: LinesActions;
  readOnly: boolean;
  /** After Escape, Tab leaves the table. */
  tabLeaves: { current: boolean };
  openMenu: (key: string) => void;
}

/** Handles a key on a cell that is not edited. `true`: the browser must do nothing more. */
export const gridKey = (event: KeyboardEvent, keys: GridKeys): boolean => {
  const { store, actions, readOnly, tabLeaves } = keys;
  const { cursor } = store.state();
  const isCommand = event.ctrlKey || event.metaKey;
  const leaves = tabLeaves.current;
  if (event.key !== 'Tab') tabLeaves.current = false;
  if (isCommand && event.key === 'a') {
    const { shown } = store.state();
    const [first, last] = [shown[0], shown.at(-1)];
    if (!first || !last) return false;
    store.select({ key: keyOfEntry(first), column: 'label' }, { key: keyOfEntry(last), column: 'total' });
    return true;
  }
  if (!readOnly && commandKey(event, actions, cursor?.key ?? null)) return true;
  if (!cursor) return false;
  if (isMenuKey(event)) {
    if (!readOnly) keys.openMenu(cursor.key);
    return !readOnly;
  }
  if (event.altKey && !readOnly && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    actions.moveRow(cursor.key, event.key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  if (isCommand || event.altKey) return false;
  const direction = ARROWS[event.key];
  if (direction) {
    if (!foldKey(direction, store, actions)) actions.move(direction, event.shiftKey);
    return true;
  }
  if (event.key === 'Tab') return !leaves && actions.move(event.shiftKey ? 'previous' : 'next');
  if (event.key === 'Escape') {
    tabLeaves.current = true;
    return false;
  }
  if (event.key === 'Enter') {
    if (event.shiftKey) actions.move('up');
    else actions.down();
    return true;
  }
  if (readOnly) return false;
  return editKey(event, store, actions);
};

const keyOfEntry = (entry: ReturnType<LinesStore['state']>['shown'][number]): string =>
  entry.type === 'line' ? entry.line.key : entry.group.key;

const editKey = (event: KeyboardEvent, store: LinesStore, actions: LinesActions): boolean => {
  if (event.key === 'F2') {
    store.edit();
    return true;
  }
  if (event.key === 'Delete' || event.key === 'Backspace') {
    actions.clear();
    return true;
  }
  if (event.key === 'Dead' || event.key === 'Process') {
    // An accent or an input method: the next characters go to the input.
    store.edit('');
    return false;
  }
  if ([...event.key].length !== 1) return false;
  store.edit(event.key);
  return true;
};

/** The left arrow on the heading of a group folds it, the right arrow unfolds it. */
const foldKey = (direction: Direction, store: LinesStore, actions: LinesActions): boolean => {
  const entry = actions.current();
  const { cursor, folded } = store.state();
  if (entry?.type !== 'group' || cursor?.column === 'total') return false;
  const isFolded = folded.has(entry.group.key);
  if (direction === 'left' && !isFolded) store.fold(entry.group.key, true);
  else if (direction === 'right' && isFolded) store.fold(entry.group.key, false);
  else return false;
  return true;
};

/** Shortcuts that work anywhere in the editor, also while no cell has the focus. */
export const commandKey = (event: KeyboardEvent, actions: LinesActions, key: string | null): boolean => {
  const letter = event.key.toLowerCase();
  // Browsers open a tab for Ctrl T and do not pass it on: Alt T does the same.
  if (letter === 't' && (event.altKey || event.ctrlKey) && !event.shiftKey && !event.metaKey) {
    actions.insertText();
    return true;
  }
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return false;
  if (letter === 'z') {
    if (event.shiftKey) actions.redo();
    else actions.undo();
  } else if (letter === 'y') actions.redo();
  else if (letter === 'g') actions.group();
  else if (event.key === 'Delete' && key) {
    const keys = actions.range().entries.map(keyOfEntry);
    actions.remove(keys.length > 0 ? keys : [key]);
  } else return false;
  return true;
};
