import type { Language } from '@coulisse/ui-kit';
import { cellChange, type EditedColumn } from './cells';
import { convertedPrice } from './prices';
import {
  blankGroup,
  blankLine,
  type DiscountKind,
  type DocumentGroup,
  type DocumentLine,
  type Entry,
  groupEntry,
  groupOf,
  keyOf,
  lineEntry,
  type LinesDocument,
  newGroupKey,
  newLineKey,
  type PriceEntry,
  type Reference,
} from './document';
import { dropped, stepped } from './moves';
import { pasted, type PasteOptions } from './paste';

/** A product of the catalogue: what choosing it fills in. */
export interface ProductChoice {
  id: string;
  label: string;
  code?: string;
  unit: Reference | null;
  unitPrice: string;
  /** Whether the price is without VAT or with it; default: as the document's prices are. */
  priceEntry?: PriceEntry;
  vatRate: string;
  /** Legal text of an exemption, with a rate of 0. */
  vatExemption?: string;
  account?: Reference | string | null;
}

export interface CellPlace {
  key: string;
  column: EditedColumn;
}

/** Everything that changes a document. Each command is one step of undo. */
export type Command =
  | { type: 'insert'; line: DocumentLine; after: string | null }
  | { type: 'remove'; keys: readonly string[] }
  | { type: 'duplicate'; key: string }
  | { type: 'move'; key: string; by: 1 | -1 }
  | { type: 'drop'; key: string; over: string }
  | { type: 'set'; place: CellPlace; text: string; language: Language; units: readonly Reference[] }
  | { type: 'change'; key: string; change: Partial<DocumentLine> }
  | { type: 'changeGroup'; key: string; change: Partial<DocumentGroup> }
  | { type: 'pickProduct'; key: string; product: ProductChoice }
  | { type: 'paste'; options: PasteOptions }
  | { type: 'clear'; places: readonly CellPlace[] }
  /** Puts lines into a new group, whose heading stands where the first of them is; without lines, after an entry. */
  | { type: 'group'; group: DocumentGroup; keys: readonly string[]; after: string | null }
  /** Removes a heading; its lines stay, without group. */
  | { type: 'ungroup'; key: string }
  | { type: 'setGroup'; key: string; group: string | null }
  | { type: 'setOption'; keys: readonly string[]; option: DocumentLine['option'] }
  | { type: 'setDiscount'; kind: DiscountKind | null; value: string };

const withEntries = (document: LinesDocument, entries: readonly Entry[]): LinesDocument =>
  entries === document.entries ? document : { ...document, entries };

const placeOf = (entries: readonly Entry[], key: string | null): number =>
  entries.findIndex((entry) => keyOf(entry) === key);

const changedLines = (
  document: LinesDocument,
  keys: readonly string[],
  change: (line: DocumentLine) => Partial<DocumentLine>,
): LinesDocument => {
  const changed = new Set(keys);
  let differs = false;
  const entries = document.entries.map((entry) => {
    if (entry.type === 'group' || !changed.has(entry.line.key)) return entry;
    const part = change(entry.line);
    const names = Object.keys(part) as (keyof DocumentLine)[];
    if (names.every((name) => entry.line[name] === part[name])) return entry;
    differs = true;
    return lineEntry({ ...entry.line, ...part });
  });
  return differs ? { ...document, entries } : document;
};

/** The end of the group that an entry belongs to, or the entry itself. */
const endOfPart = (entries: readonly Entry[], at: number): number => {
  const entry = entries[at];
  const group = entry ? groupOf(entry) : null;
  let end = at;
  while (group !== null && entries[end + 1]?.type === 'line') {
    const next = entries[end + 1];
    if (!next || groupOf(next) !== group) break;
    end += 1;
  }
  return end;
};

const cleared = (column: EditedColumn): Partial<DocumentLine> =>
  column === 'unit' ? { unit: null } : { [column]: '' };

/** What choosing a product changes of a line. A price is converted to the prices of the document. */
export const productChange = (
  product: ProductChoice,
  line: DocumentLine,
  priceEntry: PriceEntry,
): Partial<DocumentLine> => ({
  kind: 'line',
  label: product.label,
  unit: product.unit,
  unitPrice:
    product.priceEntry && product.priceEntry !== priceEntry
      ? convertedPrice(product.unitPrice, product.vatRate, priceEntry)
      : product.unitPrice,
  vatRate: product.vatRate,
  vatExemption: product.vatExemption ?? '',
  quantity: line.quantity || '1',
  extra: {
    ...line.extra,
    product: { id: product.id, label: product.label },
    ...(product.account === undefined ? {} : { account: product.account }),
  },
});

const grouped = (
  document: LinesDocument,
  { group, keys, after }: Extract<Command, { type: 'group' }>,
): LinesDocument => {
  const { entries } = document;
  const members = new Set(keys);
  const isMember = (entry: Entry) => entry.type === 'line' && members.has(entry.line.key);
  const lines = entries
    .filter(isMember)
    .map((entry) => (entry.type === 'line' ? lineEntry({ ...entry.line, group: group.key }) : entry));
  const first = entries.findIndex(isMember);
  const reference = first >= 0 ? first : placeOf(entries, after);
  const above = entries[reference];
  // A new heading cannot stand inside another group: it stands after it.
  const isInside = above !== undefined && (first < 0 || groupOf(above) !== null);
  const at = isInside ? endOfPart(entries, reference) + 1 : reference < 0 ? entries.length : reference;
  const rest = (part: readonly Entry[]) => part.filter((entry) => !isMember(entry));
  return {
    ...document,
    entries: [...rest(entries.slice(0, at)), groupEntry(group), ...lines, ...rest(entries.slice(at))],
  };
};

export const applyCommand = (document: LinesDocument, command: Command): LinesDocument => {
  const { entries } = document;
  switch (command.type) {
    case 'insert': {
      const at = placeOf(entries, command.after);
      const above = entries[at];
      const group = command.line.group ?? (above ? groupOf(above) : null);
      const place = at < 0 ? entries.length : at + 1;
      return withEntries(document, entries.toSpliced(place, 0, lineEntry({ ...command.line, group })));
    }
    case 'remove': {
      const removed = new Set(command.keys);
      const left = entries.filter((entry) => !removed.has(keyOf(entry)));
      if (left.length === entries.length) return document;
      // The lines of a removed group stay, without group.
      return withEntries(
        document,
        left.map((entry) =>
          entry.type === 'line' && entry.line.group !== null && removed.has(entry.line.group)
            ? lineEntry({ ...entry.line, group: null })
            : entry,
        ),
      );
    }
    case 'duplicate': {
      const at = placeOf(entries, command.key);
      const entry = entries[at];
      if (entry?.type !== 'line') return document;
      const copy = { ...entry.line, key: newLineKey() };
      delete (copy as { id?: string }).id;
      return withEntries(document, entries.toSpliced(at + 1, 0, lineEntry(copy)));
    }
    case 'move':
      return withEntries(document, stepped(entries, command.key, command.by));
    case 'drop':
      return withEntries(document, dropped(entries, command.key, command.over));
    case 'set': {
      const { place, text, language, units } = command;
      return changedLines(document, [place.key], (line) => {
        const change = cellChange(place.column, text, language, units);
        const isSameUnit = place.column === 'unit' && change.unit?.id === line.unit?.id && change.unit?.id;
        return isSameUnit ? {} : change;
      });
    }
    case 'change':
      return changedLines(document, [command.key], () => command.change);
    case 'changeGroup':
      return withEntries(
        document,
        entries.map((entry) =>
          entry.type === 'group' && entry.group.key === command.key
            ? groupEntry({ ...entry.group, ...command.change })
            : entry,
        ),
      );
    case 'pickProduct':
      return changedLines(document, [command.key], (line) =>
        productChange(command.product, line, document.priceEntry),
      );
    case 'paste':
      return pasted(document, command.options);
    case 'clear':
      return command.places.reduce(
        (result, { key, column }) => changedLines(result, [key], () => cleared(column)),
        document,
      );
    case 'group':
      return grouped(document, command);
    case 'ungroup': {
      const at = placeOf(entries, command.key);
      return entries[at]?.type === 'group'
        ? applyCommand(document, { type: 'remove', keys: [command.key] })
        : document;
    }
    case 'setGroup': {
      const at = placeOf(entries, command.key);
      const entry = entries[at];
      if (entry?.type !== 'line' || entry.line.group === command.group) return document;
      const rest = entries.toSpliced(at, 1);
      const target = command.group === null ? -1 : placeOf(rest, command.group);
      const place =
        command.group === null ? (entries[at - 1] ? endOfPart(rest, at - 1) : -1) : endOfPart(rest, target);
      const moved = lineEntry({ ...entry.line, group: command.group });
      return withEntries(document, rest.toSpliced(place + 1, 0, moved));
    }
    case 'setOption':
      return changedLines(document, command.keys, (line) =>
        line.kind === 'line' ? { option: command.option } : {},
      );
    case 'setDiscount': {
      const kind = command.value === '' ? null : command.kind;
      if (kind === document.discountKind && command.value === document.discountValue) return document;
      return { ...document, discountKind: kind, discountValue: command.value };
    }
  }
};

export const insertLine = (
  after: string | null,
  part: Partial<DocumentLine> = {},
): Extract<Command, { type: 'insert' }> => ({ type: 'insert', line: blankLine(part), after });

export const insertGroup = (
  after: string | null,
  keys: readonly string[] = [],
): Extract<Command, { type: 'group' }> => ({
  type: 'group',
  group: blankGroup({ key: newGroupKey() }),
  keys,
  after,
});
