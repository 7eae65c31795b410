import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { HistoryItem } from './queries';
import type { RecordAnswer } from './record-answer';
import { bodyValue } from '../values/values';

export interface Difference {
  field: FieldDescriptor;
  before: unknown;
  theirs: unknown;
  /** The typed value of the same field; undefined when it was not changed. */
  mine: unknown;
}

const same = (field: FieldDescriptor, a: unknown, b: unknown): boolean =>
  JSON.stringify(bodyValue(field, a)) === JSON.stringify(bodyValue(field, b));

/** Fields changed between the version that was read and the current one, with the typed values. */
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

/** Users who wrote since the version that was read, the latest first. */
export const writersSince = (items: readonly HistoryItem[], since: string | undefined): string[] => {
  const later = since ? items.filter((item) => Date.parse(item.at) > Date.parse(since)) : items.slice(0, 1);
  return [...new Set(later.map((item) => item.actor).filter((name): name is string => name !== null))];
};
