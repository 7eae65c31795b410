import type { PlanBlock, PlanOutline, PlanTable, PlanText } from '@coulisse/seat-plan';
import type { Drawing } from './drawing';

/** Pictures stay with the theatre that has uploaded them. */
type FileDrawing = Omit<Drawing, 'background' | 'views'>;

/** Names the files of this editor; another version gets another number. */
const FORMAT = 'coulisse-plan/1';
/** Larger than any plan that can be saved. */
export const MAX_FILE_BYTES = 4_000_000;
const LIMITS = { blocks: 100, tables: 1000, outlines: 300, texts: 300 };
const MAX_KEYS = 4800;

export const exported = ({ name, blocks, tables, outlines, texts }: FileDrawing): string =>
  JSON.stringify({ format: FORMAT, name, blocks, tables, outlines, texts }, null, 1);

/** Why a file is not a plan. */
export type FileFault = 'size' | 'json' | 'format' | 'content';

/** Thrown for a file that cannot be taken over. */
export class PlanFileError extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
    this.name = 'PlanFileError';
  }
}

type Reader<T> = (value: unknown) => T;
type Fields = Record<string, unknown>;

const refuse = (): never => {
  throw new PlanFileError('content');
};
const fieldsOf: Reader<Fields> = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : refuse();
const text =
  (max: number): Reader<string> =>
  (value) =>
    typeof value === 'string' && value.length <= max ? value : refuse();
const number: Reader<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 100_000 ? value : refuse();
const truth: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : refuse());
const list =
  <T>(read: Reader<T>, max: number): Reader<T[]> =>
  (value) =>
    Array.isArray(value) && value.length <= max ? value.map(read) : refuse();
const choice =
  <T extends string>(...values: T[]): Reader<T> =>
  (value) =>
    values.find((candidate) => candidate === value) ?? refuse();
const or =
  <T>(read: Reader<T>, fallback: T): Reader<T> =>
  (value) =>
    value === undefined ? fallback : read(value);
const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value) =>
    value === undefined ? undefined : read(value);

/** Entries with the same keys, each read by its reader; other keys are left out. */
const record =
  <T extends object>(readers: { [K in keyof T]-?: Reader<T[K]> }): Reader<T> =>
  (value) => {
    const fields = fieldsOf(value);
    const entries = Object.entries<Reader<unknown>>(readers).map(([key, read]) => [key, read(fields[key])]);
    return Object.fromEntries(entries.filter(([, read]) => read !== undefined)) as T;
  };

const painted: Reader<Record<string, string>> = (value) => {
  const entries = Object.entries(fieldsOf(value));
  if (entries.length > MAX_KEYS) refuse();
  return Object.fromEntries(entries.map(([key, id]) => [text(12)(key), text(36)(id)]));
};
const keys = list(text(12), MAX_KEYS);
const marks = {
  accessible: or(keys, []),
  companions: optional(keys),
  blocked: optional(keys),
  painted: optional(painted),
};
const id = text(60);
const numbering = choice('LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'ODD_EVEN', 'ODD', 'EVEN');

const block = record<PlanBlock>({
  ...{ id, name: text(80), categoryId: text(36), rows: number, seatsPerRow: number, firstRow: text(2) },
  ...{ firstSeat: number, x: number, y: number, rowSpacing: number, seatSpacing: number },
  ...{ curve: number, rotation: number, numbering, aisleAfter: list(number, 79) },
  ...{ skipLetters: optional(text(10)), radius: optional(number), growth: optional(number) },
  ...marks,
});
const table = record<PlanTable>({
  ...{ id, label: text(8), form: choice('ROUND', 'RECTANGLE'), categoryId: text(36), chairs: number },
  ...{ ends: number, x: number, y: number, width: number, depth: number, rotation: number },
  ...{ firstSeat: number, numbering },
  ...marks,
});
const point = record<{ x: number; y: number }>({ x: number, y: number });
const outline = record<PlanOutline>({ id, points: list(point, 100), isClosed: truth });
const planText = record<PlanText>({
  id,
  text: text(80),
  x: number,
  y: number,
  size: number,
  rotation: number,
});

const drawing = record<FileDrawing>({
  name: text(120),
  blocks: list(block, LIMITS.blocks),
  tables: list(table, LIMITS.tables),
  outlines: list(outline, LIMITS.outlines),
  texts: list(planText, LIMITS.texts),
});

/**
 * Reads a file that this editor has written, perhaps for another theatre: a category that does not exist there is left
 * empty and shows among the faults.
 * @throws PlanFileError
 */
export function imported(content: string, categoryIds: ReadonlySet<string>): FileDrawing {
  if (content.length > MAX_FILE_BYTES) throw new PlanFileError('size');
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new PlanFileError('json');
  }
  if (typeof value !== 'object' || (value as Fields | null)?.format !== FORMAT)
    throw new PlanFileError('format');
  const read = drawing(value);
  const existing = <T extends PlanBlock | PlanTable>(item: T): T => ({
    ...item,
    categoryId: categoryIds.has(item.categoryId) ? item.categoryId : '',
    ...(item.painted && {
      painted: Object.fromEntries(
        Object.entries(item.painted).filter(([, category]) => categoryIds.has(category)),
      ),
    }),
  });
  return { ...read, blocks: read.blocks.map(existing), tables: read.tables.map(existing) };
}
