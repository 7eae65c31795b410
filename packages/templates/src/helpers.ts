import type { ScalarType } from './keywords';
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
