import { type RefObject, useEffect, useRef } from 'react';
import type { Place } from './grid-moves';

/** The cell element of a place; null when it is not on the page. */
export const cellOf = (table: HTMLElement | null, { id, field }: Place): HTMLElement | null =>
  table?.querySelector<HTMLElement>(
    `tr[data-id="${CSS.escape(id)}"] > td[data-field="${CSS.escape(field)}"]`,
  ) ?? null;

/** The place of an element in the table. */
export const placeOf = (target: EventTarget): Place | null => {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('td[data-field]') : null;
  const id = cell?.closest<HTMLElement>('tr[data-id]')?.dataset.id;
  return id === undefined ? null : { id, field: cell?.dataset.field ?? '' };
};

/** Focuses a cell, or its control: the link that opens the record, the checkbox that selects it. */
export const focusCell = (table: HTMLElement | null, place: Place): void => {
  const cell = cellOf(table, place);
  const target = cell?.querySelector<HTMLElement>('.r-open, .c-box') ?? cell;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

/** Id of the record whose row or card has the focus. */
export const focusedRecord = (root: HTMLElement | null): string | null =>
  root?.querySelector<HTMLElement>('[data-id]:focus-within')?.dataset.id ?? null;

/** When the focused row leaves the page, focuses the row at its position. */
export const useRestoreFocus = (
  table: RefObject<HTMLElement | null>,
  ids: readonly string[],
  active: Place | null,
  busy: boolean,
): void => {
  const place = useRef(0);
  const inside = useRef(false);
  useEffect(() => {
    const root = table.current;
    const follow = (event: FocusEvent) => {
      inside.current = root?.contains(event.target as Node) ?? false;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [table]);
  const rows = ids.join();
  useEffect(() => {
    if (!active) return;
    const now = rows.split(',').indexOf(active.id);
    if (now >= 0) {
      place.current = now;
      return;
    }
    // Only when the focus was lost with the removed row.
    if (busy || !inside.current || document.activeElement !== document.body) return;
    const all = rows.split(',');
    const id = all[Math.min(place.current, all.length - 1)];
    if (id) focusCell(table.current, { id, field: active.field });
  }, [rows, active, busy, table]);
};
