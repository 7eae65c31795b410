import type { ScalarType } from './keywords';
import type { PlaceNode } from './node';
import { PLACE_ALIGNMENTS, PLACE_FONTS } from './place';
import type { Format } from './node';

/** Helpers that write a value in another way than its type does by itself. */
export const FORMATS: Readonly<
  Record<string, { accepts: readonly ScalarType[]; options: readonly string[] }>
> = {
  amount: { accepts: ['amount', 'number'], options: [] },
  number: { accepts: ['number', 'amount', 'percent'], options: ['decimals'] },
  percent: { accepts: ['percent'], options: ['decimals'] },
  date: { accepts: ['date', 'dateTime'], options: ['style'] },
  dateTime: { accepts: ['dateTime'], options: ['style'] },
};
/** Puts a value into a place of its own; see `PlaceStyle`. */
export const PLACE = 'place';

/** Helpers with a block. */
export const BLOCKS = ['if', 'unless', 'each', 'with', 'ifEqual', 'ifGreater'] as const;
export type BlockName = (typeof BLOCKS)[number];
export const isBlockName = (name: string): name is BlockName => (BLOCKS as readonly string[]).includes(name);

const STYLES = ['short', 'medium', 'long', 'full'] as const;

/** The options of a helper, such as `style="long"`; null when one of them or its value does not exist. */
export function formatOptions(helper: string, hash: hbs.AST.Hash | undefined): Omit<Format, 'type'> | null {
  const options: { style?: (typeof STYLES)[number]; decimals?: number } = {};
  for (const { key, value } of hash?.pairs ?? []) {
    if (!FORMATS[helper]?.options.includes(key)) return null;
    const literal = (value as { value?: unknown }).value;
    if (key === 'style') {
      const style = STYLES.find((name) => name === literal);
      if (!style) return null;
      options.style = style;
    } else {
      if (typeof literal !== 'number' || !Number.isInteger(literal) || literal < 0 || literal > 6)
        return null;
      options.decimals = literal;
    }
  }
  return options;
}

const DEFAULT_STYLE = { font: 'Inter', weight: 400, size: 10, color: '#000000', align: 'left' } as const;
/** Height of a line, by the size of its text. */
const LINE = 1.4;
const NOT_IN_PLACES: ReadonlySet<ScalarType> = new Set(['richText', 'image', 'color', 'flag']);

const isBetween =
  (min: number, max: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= min && value <= max;
const isIn =
  (values: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && values.includes(value);

const TEXT_OPTIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  font: isIn(PLACE_FONTS),
  weight: (value) => isBetween(100, 900)(value) && Number(value) % 100 === 0,
  size: isBetween(5, 96),
  line: isBetween(5, 144),
  color: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  align: isIn(PLACE_ALIGNMENTS),
};
const QR_CODE_OPTIONS: Readonly<Record<string, (value: unknown) => boolean>> = { size: isBetween(28, 400) };
const QR_CODE_SIZE = 119;

/** The place that `{{place keyword font="Fraunces" size=19}}` declares; null when an option does not exist or fit. */
export function placeOf(type: ScalarType, hash: hbs.AST.Hash | undefined): PlaceNode | null {
  if (NOT_IN_PLACES.has(type)) return null;
  const checks = type === 'qrCode' ? QR_CODE_OPTIONS : TEXT_OPTIONS;
  const options: Record<string, unknown> = {};
  for (const { key, value } of hash?.pairs ?? []) {
    const literal = (value as { value?: unknown }).value;
    if (!Object.hasOwn(checks, key) || !checks[key]!(literal)) return null;
    options[key] = literal;
  }
  if (type === 'qrCode') return { kind: 'qrCode', size: QR_CODE_SIZE, ...options };
  const style = { ...DEFAULT_STYLE, ...options };
  return { kind: 'text', style: { line: Math.round(style.size * LINE * 10) / 10, ...style } };
}
