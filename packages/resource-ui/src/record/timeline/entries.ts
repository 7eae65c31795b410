import type { FieldDescriptor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import type { HistoryItem } from '../../data/queries';
import { isEmpty } from '../../data/values';
import { kindOf } from '../../fields';

export const TIMELINE_FILTERS = ['all', 'notes', 'changes', 'files'] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

const groupOf = ({ action }: HistoryItem): Exclude<TimelineFilter, 'all'> => {
  if (action === 'comment') return 'notes';
  return action === 'attach' || action === 'detach' ? 'files' : 'changes';
};

export const filtered = (items: readonly HistoryItem[], filter: TimelineFilter): HistoryItem[] =>
  filter === 'all' ? [...items] : items.filter((item) => groupOf(item) === filter);

/** What was written, for `comment`; the name of a file, for `attach` and `detach`. */
export const noteOf = (item: HistoryItem): string => {
  const [before, after] = Object.values(item.changes ?? {})[0] ?? [];
  return String(after ?? before ?? '');
};

/** One line of what changed. `key` is the text that takes the rest. */
export interface ChangeLine {
  key: 'history.set' | 'history.cleared' | 'history.change' | 'history.changed';
  field: string;
  from: string;
  to: string;
}

/** Longer ones are better read in the record itself. */
const LONG = 72;
/** Values that say nothing as a text. */
const OPAQUE = new Set<FieldDescriptor['type']>(['children', 'json', 'richText', 'refs']);

/** What changed, in words. `record` names the references that still stand. */
export const changeLines = (
  item: HistoryItem,
  descriptor: ResourceDescriptor,
  record: ResourceRow | null,
  language: Language,
): ChangeLine[] =>
  Object.entries(item.changes ?? {}).flatMap(([name, [before, after]]): ChangeLine[] => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    if (!field || name === 'state' || field.type === 'related') return [];
    const label = field.label[language];
    const [from, to] = [written(field, before, record, language), written(field, after, record, language)];
    if (from === null || to === null || from.length + to.length > LONG)
      return [{ key: 'history.changed', field: label, from: '', to: '' }];
    if (isEmpty(before)) return [{ key: 'history.set', field: label, from, to }];
    if (isEmpty(after)) return [{ key: 'history.cleared', field: label, from, to }];
    return [{ key: 'history.change', field: label, from, to }];
  });

/** Null: it cannot be said in a few words. */
const written = (
  field: FieldDescriptor,
  value: unknown,
  record: ResourceRow | null,
  language: Language,
): string | null => {
  if (isEmpty(value)) return '';
  if (field.sensitive || OPAQUE.has(field.type)) return null;
  const points = field.type === 'ref' || field.type === 'file' || field.type === 'image';
  if (!points || typeof value !== 'string') return kindOf(field).text(value, field, language);
  // The history keeps ids: the label of now is known for the one that the record still points at.
  const now = record?.[field.name];
  return typeof now === 'object' && now !== null && 'id' in now && now.id === value
    ? kindOf(field).text(now, field, language)
    : null;
};

/** From a state to another, in words; null when the state stayed. */
export const stateChange = (
  item: HistoryItem,
  descriptor: ResourceDescriptor,
  language: Language,
): { from: string; to: string } | null => {
  const [before, after] = item.changes?.['state'] ?? [];
  if (typeof after !== 'string' || isEmpty(before) || item.action === 'create') return null;
  const label = (state: unknown) =>
    descriptor.lifecycle?.stateLabels[String(state)]?.[language] ?? String(state);
  return { from: label(before), to: label(after) };
};
