import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type LinesValue, readDocument, writeDocument } from '../model/document';
import { createLinesStore, type LinesState, type LinesStore } from '../store';

const NAMES = ['items', 'groups', 'priceEntry', 'discountKind', 'discountValue', 'deposits'] as const;

/** Forms copy the values that they hold: the same rows may be other objects. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The state of the editor for a value that its parent holds. A value that the editor did not write replaces the document. */
export const useLines = (
  value: LinesValue,
  groupsName: string,
  onChange?: (value: LinesValue) => void,
): LinesStore => {
  const [store] = useState(() => createLinesStore(readDocument(value)));
  const written = useRef(value);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  useEffect(() => {
    let before = store.state().document;
    return store.subscribe(() => {
      const { document } = store.state();
      if (document === before) return;
      before = document;
      const next = writeDocument(document, groupsName);
      written.current = next;
      report.current?.(next);
    });
  }, [store, groupsName]);
  useEffect(() => {
    const changed = NAMES.filter((name) => !isSame(value[name], written.current[name]));
    if (changed.length === 0) return;
    written.current = value;
    if (changed.every((name) => name === 'priceEntry')) store.setPriceEntry(value.priceEntry);
    else store.load(readDocument(value));
  }, [store, value]);
  return store;
};

/** The state of a store. Renders when it changes. */
export const useLinesState = (store: LinesStore): LinesState =>
  useSyncExternalStore(store.subscribe, store.state);
