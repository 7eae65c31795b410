import { ref, rowsOf, text } from '@coulisse/resource';

/** What a line of a commercial document has besides its text and amounts. */
export const lineFields = {
  product: ref('sales.product'),
  unit: ref('sales.unit'),
  account: ref('sales.accounting-code'),
};
/** Id of a row of another record, which the line was made from. */
export const originOf = () => text({ max: 36 });

/** True if a line counts: it is no text, and no option that was not chosen. */
export const hasCountedLine = (items: unknown): boolean =>
  rowsOf(items).some(({ kind, option }) => kind !== 'text' && option !== 'proposed');
