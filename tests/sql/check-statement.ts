import { type Column, type Description } from './description';
import { type RowProperty } from './row-type';
import { type ConstantStatement } from './statements';

const isReadAs = (column: Column, { kinds }: RowProperty): boolean =>
  column.kind === 'any' ||
  kinds.length === 0 ||
  kinds.some(
    (kind) => kind === column.kind || kind === 'any' || (kind === 'any[]' && column.kind.endsWith('[]')),
  );

function mismatchOf(property: RowProperty, columns: readonly Column[]): string | undefined {
  const { name, kinds, optional } = property;
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) return optional ? undefined : `${name} is not among the columns`;
  return isReadAs(column, property)
    ? undefined
    : `${name} is read as ${column.kind}, declared as ${kinds.join(' | ')}`;
}

/** What is wrong with a statement, given what the server says of it. */
export function mismatches(
  { row, valueCount }: ConstantStatement,
  { parameterCount, columns }: Description,
): string[] {
  const count =
    valueCount === undefined || valueCount === parameterCount
      ? []
      : [`${valueCount} values for ${parameterCount} parameters`];
  return [...count, ...row.flatMap((property) => mismatchOf(property, columns) ?? [])];
}
