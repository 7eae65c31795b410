import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { HistoryItem, RecordAnswer } from '../data/queries';
import { bodyValue } from '../data/values';

export interface Difference {
  field: FieldDescriptor;
  before: unknown;
  theirs: unknown;
  /** What was typed here for the same field; undefined when it was not touched. */
  mine: unknown;
}

const same = (field: FieldDescriptor, a: unknown, b: unknown): boolean =>
  JSON.stringify(bodyValue(field, a)) === JSON.stringify(bodyValue(field, b));

/** What changed between the version that was read and the one that is there now, and what was typed against it. */
export const differences = (
  fields: readonly FieldDescriptor[],
  seen: RecordAnswer,
  latest: RecordAnswer,
  mine: Readonly<Record<string, unknown>>,
): Difference[] =>
  fields
    .filter((field) => field.type !== 'related' && field.name !== 'updatedAt')
    .filter(
      (field) =>
        !same(field, seen[field.name], latest[field.name]) ||
        (field.name in mine && !same(field, mine[field.name], latest[field.name])),
    )
    .map((field) => ({
      field,
      before: seen[field.name],
      theirs: latest[field.name],
      mine: field.name in mine ? mine[field.name] : undefined,
    }));

/** Who wrote since the version that was read, the last one first. */
export const writersSince = (items: readonly HistoryItem[], since: string | undefined): string[] => {
  const later = since ? items.filter((item) => Date.parse(item.at) > Date.parse(since)) : items.slice(0, 1);
  return [...new Set(later.map((item) => item.actor).filter((name): name is string => name !== null))];
};
