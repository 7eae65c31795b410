import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import type { Draft } from '@coulisse/resource-client';
import type { LinesValue } from '@coulisse/resource-lines';

/** Lines of a document: their descriptor names the field of their groups. */
export const isDocumentLines = (field: FieldDescriptor): boolean =>
  field.type === 'children' && field.groups !== undefined;

const DISCOUNT = ['discountKind', 'discountValue'];
/** Shown by the editor of the lines, which computes them at each edit. */
const TOTALS = ['totalHT', 'totalVAT', 'totalTTC', 'vatTable', 'deposits'];
/** Copies of both parties for the printed document: they have no form. */
const PARTIES = ['seller', 'buyer'];

/** The fields that are edited with the lines, the lines first; none without lines of a document. */
export const editedWithLines = (fields: readonly FieldDescriptor[]): FieldDescriptor[] => {
  const lines = fields.find(isDocumentLines);
  if (!lines) return [];
  const names = [lines.groups, ...DISCOUNT];
  return [lines, ...fields.filter(({ name }) => names.includes(name))];
};

/** The amounts of a document, where its lines are not shown. */
export const totalsOf = ({ fields }: ResourceDescriptor): FieldDescriptor[] =>
  fields.filter(({ name, type }) => type === 'money' && TOTALS.includes(name));

/** Names of the fields that have no place of their own beside the lines of a document. */
export const shownWithLines = (fields: readonly FieldDescriptor[]): ReadonlySet<string> => {
  const edited = editedWithLines(fields).map(({ name }) => name);
  return new Set(edited.length === 0 ? [] : [...edited, ...TOTALS, ...PARTIES]);
};

const rowsOf = (value: unknown): LinesValue['items'] =>
  Array.isArray(value) ? (value as LinesValue['items']) : [];

/** The amounts of a saved record; a draft has none that count. */
const storedTotals = ({ vatTable, totalHT, totalVAT, totalTTC }: Draft): Pick<LinesValue, 'stored'> =>
  Array.isArray(vatTable) &&
  typeof totalHT === 'string' &&
  typeof totalVAT === 'string' &&
  typeof totalTTC === 'string'
    ? { stored: { vatTable, totalHT, totalVAT, totalTTC } }
    : {};

/** What the editor reads of a record. */
export const linesValue = (field: FieldDescriptor, values: Draft): LinesValue => {
  const { discountKind, discountValue } = values;
  const isKind = discountKind === 'percent' || discountKind === 'HT' || discountKind === 'TTC';
  const isNumber = typeof discountValue === 'string' || typeof discountValue === 'number';
  return {
    items: rowsOf(values[field.name]),
    groups: rowsOf(values[field.groups ?? '']),
    priceEntry: values['priceEntry'] === 'TTC' ? 'TTC' : 'HT',
    discountKind: isKind ? discountKind : null,
    discountValue: isNumber ? String(discountValue) : null,
    ...(values['deposits'] === undefined ? {} : { deposits: values['deposits'] }),
    ...storedTotals(values),
  };
};

/** Whether an error of the service stands at a place that the editor shows: a cell, a heading, the discount. */
export const isShownByEditor = (field: FieldDescriptor, place: string): boolean => {
  const [name, row] = place.split('/');
  return name === field.name || name === field.groups ? row !== undefined : DISCOUNT.includes(name ?? '');
};

/** What the editor changes of a record, by field. */
export const changedValues = (
  field: FieldDescriptor,
  { items, groups, discountKind, discountValue }: LinesValue,
): Record<string, unknown> => ({
  // A line refers to its group: the groups come first.
  [field.groups ?? '']: groups,
  [field.name]: items,
  discountKind,
  discountValue,
});
