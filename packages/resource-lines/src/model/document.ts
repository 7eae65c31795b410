/** A reference to a record, as the API returns it. */
export interface Reference {
  id: string;
  label: string;
}

export type PriceEntry = 'HT' | 'TTC';
export type DiscountKind = 'percent' | 'HT' | 'TTC';

/**
 * A line of a document. Numbers are decimal strings; text that is not a number stays as it was typed or pasted, and is
 * shown as an error of its cell.
 */
export interface DocumentLine {
  /** Identifies the line in the browser, also before the server assigns its id. */
  readonly key: string;
  readonly id?: string;
  readonly kind: 'line' | 'text';
  readonly label: string;
  readonly description: string;
  readonly quantity: string;
  /** A unit without id is text that names no unit. */
  readonly unit: Reference | null;
  readonly unitPrice: string;
  readonly discount: string;
  readonly vatRate: string;
  /** Legal text of an exemption from VAT, of a line whose rate is 0. */
  readonly vatExemption: string;
  readonly option: null | 'proposed' | 'chosen';
  /** Key of its group. */
  readonly group: string | null;
  /** Fields of the resource that this editor does not show, such as the product of the line. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface DocumentGroup {
  /** Identifies the group in the browser, also before the server assigns its id. */
  readonly key: string;
  readonly id?: string;
  readonly label: string;
  readonly description: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

export type Entry =
  | { readonly type: 'line'; readonly line: DocumentLine }
  | { readonly type: 'group'; readonly group: DocumentGroup };

/** Lines and headings of groups from top to bottom. The lines of a group follow its heading. */
export interface LinesDocument {
  readonly entries: readonly Entry[];
  readonly priceEntry: PriceEntry;
  readonly discountKind: DiscountKind | null;
  readonly discountValue: string;
  /** Deposits billed before, which the service subtracts: JSON of the record, not edited here. */
  readonly deposits?: unknown;
}

/** Amounts of a record as the service stored them. */
export interface StoredTotals {
  readonly vatTable: unknown;
  readonly totalHT: string;
  readonly totalVAT: string;
  readonly totalTTC: string;
}

/**
 * The fields of a record that the editor reads and writes, as the API has them. A line names a stored group by its id, and
 * a new one by its place in the same change: `/groups/0`.
 */
export interface LinesValue {
  items: readonly Readonly<Record<string, unknown>>[];
  groups: readonly Readonly<Record<string, unknown>>[];
  priceEntry: PriceEntry;
  discountKind: DiscountKind | null;
  discountValue: string | null;
  /** Deposits billed before, which are subtracted; they are read only. */
  deposits?: unknown;
  /** Amounts of the saved record: a document that is not edited shows these. */
  stored?: StoredTotals;
}

export const keyOf = (entry: Entry): string => (entry.type === 'line' ? entry.line.key : entry.group.key);
export const lineEntry = (line: DocumentLine): Entry => ({ type: 'line', line });
export const groupEntry = (group: DocumentGroup): Entry => ({ type: 'group', group });
export const linesOf = ({ entries }: LinesDocument): DocumentLine[] =>
  entries.flatMap((entry) => (entry.type === 'line' ? [entry.line] : []));
export const groupsOf = ({ entries }: LinesDocument): DocumentGroup[] =>
  entries.flatMap((entry) => (entry.type === 'group' ? [entry.group] : []));
export const groupOf = (entry: Entry): string | null =>
  entry.type === 'line' ? entry.line.group : entry.group.key;

let made = 0;
export const newLineKey = (): string => {
  made += 1;
  return `new-${made}`;
};
export const newGroupKey = (): string => {
  made += 1;
  return `new-group-${made}`;
};

export const blankLine = (part: Partial<DocumentLine> = {}): DocumentLine => ({
  key: newLineKey(),
  kind: 'line',
  label: '',
  description: '',
  quantity: '1',
  unit: null,
  unitPrice: '',
  discount: '',
  vatRate: '',
  vatExemption: '',
  option: null,
  group: null,
  extra: {},
  ...part,
});
export const blankGroup = (part: Partial<DocumentGroup> = {}): DocumentGroup => ({
  key: newGroupKey(),
  label: '',
  description: '',
  extra: {},
  ...part,
});

const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** '46.0000' → '46': the database returns all digits of its columns. */
const trimmed = (value: unknown): string => {
  const text = written(value);
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
};

const referenceOf = (value: unknown): Reference | null => {
  if (typeof value === 'string') return value ? { id: value, label: value } : null;
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const label = 'label' in value ? written(value.label) : '';
  return { id: written(value.id), label: label || written(value.id) };
};

const LINE_FIELDS = new Set(
  'id kind label description quantity unit unitPrice discount vatRate vatExemption option group'.split(' '),
);
const GROUP_FIELDS = new Set('id label description'.split(' '));

const others = (row: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));

const readLine = (row: Readonly<Record<string, unknown>>): DocumentLine => ({
  key: written(row['id']) || newLineKey(),
  ...(typeof row['id'] === 'string' ? { id: row['id'] } : {}),
  kind: row['kind'] === 'text' ? 'text' : 'line',
  label: written(row['label']),
  description: written(row['description']),
  quantity: trimmed(row['quantity']),
  unit: referenceOf(row['unit']),
  unitPrice: trimmed(row['unitPrice']),
  discount: trimmed(row['discount']),
  vatRate: trimmed(row['vatRate']),
  vatExemption: written(row['vatExemption']),
  option: row['option'] === 'proposed' || row['option'] === 'chosen' ? row['option'] : null,
  group: referenceOf(row['group'])?.id ?? null,
  extra: others(row, LINE_FIELDS),
});

const readGroup = (row: Readonly<Record<string, unknown>>): DocumentGroup => ({
  key: written(row['id']) || newGroupKey(),
  ...(typeof row['id'] === 'string' ? { id: row['id'] } : {}),
  label: written(row['label']),
  description: written(row['description']),
  extra: others(row, GROUP_FIELDS),
});

/** The place of a group in the same change: the last part of `/groups/0`. */
const PLACE = /^\/\w+\/(\d+)$/;
const groupKeyOf = (groups: readonly DocumentGroup[], named: string | null): string | null => {
  const place = PLACE.exec(named ?? '')?.[1];
  const group = place === undefined ? groups.find(({ id }) => id === named) : groups[Number(place)];
  return named === null ? null : (group?.key ?? null);
};

/**
 * The entries of a record: a group stands where its first line stands, with all its lines; a group without lines stands
 * after the group before it.
 */
export const readDocument = (value: LinesValue): LinesDocument => {
  const groups = value.groups.map(readGroup);
  const members = new Map<string, DocumentLine[]>(groups.map(({ key }) => [key, []]));
  // A line of a group that does not exist is shown without group.
  const lines = value.items.map(readLine).map((line) => ({ ...line, group: groupKeyOf(groups, line.group) }));
  for (const line of lines) if (line.group !== null) members.get(line.group)?.push(line);
  const blockOf = (group: DocumentGroup): Entry[] => [
    groupEntry(group),
    ...(members.get(group.key) ?? []).map(lineEntry),
  ];
  const placed = new Set<string>();
  const entries: Entry[] = [];
  const place = (group: DocumentGroup): void => {
    if (placed.has(group.key)) return;
    placed.add(group.key);
    entries.push(...blockOf(group));
    const next = groups[groups.indexOf(group) + 1];
    if (next && members.get(next.key)?.length === 0) place(next);
  };
  const [first] = groups;
  if (first && members.get(first.key)?.length === 0) place(first);
  for (const line of lines) {
    const group = groups.find(({ key }) => key === line.group);
    if (group) place(group);
    else entries.push(lineEntry(line));
  }
  return {
    entries,
    priceEntry: value.priceEntry,
    discountKind: value.discountKind,
    discountValue: trimmed(value.discountValue),
    deposits: value.deposits,
  };
};

const orNull = (text: string): string | null => (text === '' ? null : text);

/** True for a rate of zero: only such a line may be exempt by a legal text. */
export const isUntaxed = ({ vatRate }: DocumentLine): boolean => /^0+(\.0*)?$/.test(vatRate);

/** A line as the API takes it. Numbers that the service never leaves empty are zero; a text has none that count. */
const writeLine = (line: DocumentLine, group: string | null): Record<string, unknown> => {
  const isPriced = line.kind === 'line';
  return {
    ...line.extra,
    ...(line.id === undefined ? {} : { id: line.id }),
    kind: line.kind,
    label: line.label,
    description: orNull(line.description),
    quantity: line.quantity || (isPriced ? '0' : '1'),
    unit: isPriced ? line.unit : null,
    unitPrice: line.unitPrice || '0',
    discount: isPriced ? orNull(line.discount) : null,
    vatRate: isPriced ? orNull(line.vatRate) : null,
    vatExemption: isPriced && isUntaxed(line) ? orNull(line.vatExemption) : null,
    option: isPriced ? line.option : null,
    group,
  };
};

/** A line that was added and not filled in: it is no part of the record yet. */
export const isUnfilled = (line: DocumentLine): boolean =>
  line.id === undefined &&
  [line.label, line.description, line.unitPrice, line.discount].every((text) => text === '') &&
  line.unit === null;

/** The lines of the record. */
export const filledLines = (document: LinesDocument): DocumentLine[] =>
  linesOf(document).filter((line) => !isUnfilled(line));

/** The values of the record's fields, in the order of the entries. `groupsName` is the field of the groups. */
export const writeDocument = (document: LinesDocument, groupsName = 'groups'): LinesValue => {
  const groups = groupsOf(document);
  const nameOf = (key: string | null): string | null => {
    const place = groups.findIndex((group) => group.key === key);
    return place < 0 ? null : (groups[place]?.id ?? `/${groupsName}/${place}`);
  };
  return {
    items: filledLines(document).map((line) => writeLine(line, nameOf(line.group))),
    groups: groups.map(({ id, label, description, extra }) => ({
      ...extra,
      ...(id === undefined ? {} : { id }),
      label,
      description: orNull(description),
    })),
    priceEntry: document.priceEntry,
    discountKind: document.discountKind,
    discountValue: orNull(document.discountValue),
    ...(document.deposits === undefined ? {} : { deposits: document.deposits }),
  };
};

/** The values of the record that its amounts depend on. Lines that cannot be computed yet have none. */
export const amountFields = (document: LinesDocument, isComputable: (line: DocumentLine) => boolean) => ({
  // Groups are named by their keys: the amounts of new ones are shown, too.
  items: linesOf(document).map((line) =>
    isComputable(line) ? writeLine(line, line.group) : { kind: 'text', group: line.group },
  ),
  priceEntry: document.priceEntry,
  discountKind: document.discountKind,
  discountValue: orNull(document.discountValue),
  deposits: document.deposits,
});
