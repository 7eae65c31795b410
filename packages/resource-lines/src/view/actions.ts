import { MOST_LINES } from '@coulisse/resource/document';
import { formatMoney } from '@coulisse/ui-kit';
import type { useResourceText } from '@coulisse/resource-client';
import type { CellPlace, Command } from '../model/commands';
import { insertGroup, insertLine } from '../model/commands';
import { type DocumentLine, groupOf, isUnfilled, keyOf, linesOf } from '../model/document';
import { copied } from '../model/copy';
import { formatBlock, parseBlock, withoutHeadings } from '../model/block';
import { cellProblem, cellText, COLUMNS } from '../model/cells';
import { addedLines, type PasteOptions } from '../model/paste';
import { columnIn, type Direction, linesIn, placesIn, rangeOf, stepFrom } from '../model/navigation';
import type { EditorContext } from './editor-context';

export type Text = ReturnType<typeof useResourceText>;

/** Columns by their headings, with those of both kinds of prices. */
const HEADINGS = COLUMNS.flatMap((column) =>
  column === 'unitPrice' || column === 'total' ? [`${column}HT`, `${column}TTC`] : [column],
);

/** What the keys, the buttons and the menu of a line do. */
export const createActions = (editor: EditorContext, text: Text) => {
  const { store, announce, language, units } = editor;
  const current = () => {
    const { shown, cursor } = store.state();
    return cursor ? shown.find((entry) => keyOf(entry) === cursor.key) : undefined;
  };
  const range = () => {
    const { shown, cursor, anchor } = store.state();
    return cursor ? rangeOf(shown, cursor, anchor) : { entries: [], columns: [] };
  };
  const rowNumber = (key: string) => store.state().shown.findIndex((entry) => keyOf(entry) === key) + 1;
  const vatRate = () => {
    const { document, cursor } = store.state();
    const lines = linesOf(document).filter(({ kind }) => kind === 'line');
    const line = lines.find(({ key }) => key === cursor?.key) ?? lines.at(-1);
    return line?.vatRate || editor.vatRate;
  };
  const run = (command: Command, message?: string) => {
    const isChanged = store.run(command);
    if (isChanged && message) announce(message);
    return isChanged;
  };
  /** Inserts a line under the current one, and edits its label. */
  const insert = (part: Partial<DocumentLine> = {}, after = store.state().cursor?.key ?? null) => {
    if (linesOf(store.state().document).length >= MOST_LINES)
      return announce(text('lines.tooMany', { most: MOST_LINES }));
    const command = insertLine(after, { vatRate: vatRate(), ...part });
    store.run(command, {
      cursor: { key: command.line.key, column: 'label' },
      anchor: null,
      editing: { initial: null },
    });
    announce(text('lines.added', { row: rowNumber(command.line.key) }));
  };
  const lastKey = () => {
    const last = store.state().document.entries.at(-1);
    return last ? keyOf(last) : null;
  };
  const move = (direction: Direction, extend = false): boolean => {
    const { shown, cursor } = store.state();
    const next = cursor && stepFrom(shown, cursor, direction);
    if (next) store.go(next, extend);
    return Boolean(next);
  };
  /** Enter goes down, and adds a line at the end, unless the last one is still empty. */
  const down = () => {
    if (move('down')) return;
    const entry = current();
    if (editor.readOnly) return;
    const isBlank = entry?.type === 'line' && isUnfilled(entry.line);
    if (isBlank) store.stopEditing();
    else insert();
  };
  const remove = (keys: readonly string[]) =>
    run({ type: 'remove', keys }, text('lines.removed', { count: keys.length }));
  const moveRow = (key: string, by: 1 | -1) => {
    if (run({ type: 'move', key, by })) announce(text('lines.moved', { row: rowNumber(key) }));
  };
  const group = () => {
    const lines = linesIn(range());
    const keys = lines.length > 1 ? lines.map(({ key }) => key) : [];
    const command = insertGroup(store.state().cursor?.key ?? null, keys);
    store.run(command, {
      cursor: { key: command.group.key, column: 'label' },
      anchor: null,
      editing: { initial: null },
    });
    announce(text('lines.grouped', { count: keys.length }));
  };
  const paste = (content: string): boolean => {
    const block = withoutHeadings(
      parseBlock(content),
      HEADINGS.map((column) => text(`lines.column.${column}`)),
    );
    if (block.length === 0) return false;
    const { document, cursor, shown, anchor } = store.state();
    const corner = cursor && rangeOf(shown, cursor, anchor);
    const first = corner?.entries[0];
    const column = corner?.columns[0];
    const entry = first ?? current();
    const options: PasteOptions = {
      at: entry && column ? { key: keyOf(entry), column: columnIn(entry, column) } : null,
      block,
      language,
      units,
      defaults: { vatRate: vatRate() },
    };
    if (linesOf(document).length + addedLines(document, options) > MOST_LINES) {
      announce(text('lines.tooMany', { most: MOST_LINES }));
      return true;
    }
    run({ type: 'paste', options });
    const wrong = linesOf(store.state().document)
      .filter((line) => !linesOf(document).includes(line))
      .flatMap((line) => COLUMNS.filter((candidate) => cellProblem(line, candidate))).length;
    announce(
      wrong > 0
        ? text('lines.pastedWrong', { count: block.length, wrong })
        : text('lines.pasted', { count: block.length }),
    );
    return true;
  };
  return {
    current,
    range,
    insert,
    insertAtEnd: (part: Partial<DocumentLine> = {}) => insert(part, lastKey()),
    insertText: () => insert({ kind: 'text', quantity: '', vatRate: '' }),
    down,
    move,
    remove,
    moveRow,
    group,
    paste,
    copy: () => formatBlock(copied(range(), language)),
    clear: () => run({ type: 'clear', places: placesIn(range()) }, text('lines.cleared')),
    set: (place: CellPlace, typed: string) => {
      const entry = store.state().document.entries.find((candidate) => keyOf(candidate) === place.key);
      if (entry?.type === 'group') {
        const label = typed.trim();
        return label === entry.group.label
          ? false
          : run({ type: 'changeGroup', key: place.key, change: { label } });
      }
      if (!run({ type: 'set', place, text: typed, language, units })) return false;
      const { document, totals } = store.state();
      const line = linesOf(document).find(({ key }) => key === place.key);
      const column = place.column === 'unitPrice' ? `unitPrice${document.priceEntry}` : place.column;
      if (line)
        announce(
          text('lines.cellSet', {
            column: text(`lines.column.${column}`),
            content: cellText(line, place.column, language),
            total: formatMoney(totals.totalTTC, language),
          }),
        );
      return true;
    },
    undo: () => announce(text(store.undo() ? 'lines.undone' : 'lines.nothingToUndo')),
    redo: () => announce(text(store.redo() ? 'lines.redone' : 'lines.nothingToRedo')),
    run,
    /** A heading and its lines. */
    membersOf: (key: string) =>
      store
        .state()
        .document.entries.filter((entry) => groupOf(entry) === key)
        .map(keyOf),
    ungroupOrLeave: (key: string) => {
      const entry = store.state().document.entries.find((candidate) => keyOf(candidate) === key);
      if (!entry || groupOf(entry) === null) return;
      run(
        entry.type === 'group' ? { type: 'ungroup', key } : { type: 'setGroup', key, group: null },
        text('lines.ungrouped'),
      );
    },
  };
};

export type LinesActions = ReturnType<typeof createActions>;
