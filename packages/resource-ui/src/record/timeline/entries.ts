import type { FieldDescriptor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import type { HistoryItem } from '../../data/queries';
import { isEmpty } from '../../data/values';
import { kindOf } from '../../fields';

export const TIMELINE_FILTERS = ['all', 'notes', 'changes', 'files'] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

const FILES = ['attach', 'detach'];

/** What somebody wrote: a note, or a word that went with a step; null when nobody wrote. */
export const noteOf = (item: HistoryItem, descriptor: ResourceDescriptor): string | null => {
  const isStep = descriptor.lifecycle?.transitions.some((transition) => transition.name === item.action);
  if (item.action !== 'comment' && !isStep) return null;
  const [, written] = item.changes?.[item.action === 'comment' ? 'text' : 'comment'] ?? [];
  return typeof written === 'string' && written ? written : null;
};

/** The name of the file that was attached or taken off. */
export const fileOf = (item: HistoryItem): string => {
  const [before, after] = item.changes?.['file'] ?? [];
  return String(after ?? before ?? '');
};

export const filtered = (
  items: readonly HistoryItem[],
  filter: TimelineFilter,
  descriptor: ResourceDescriptor,
): HistoryItem[] => {
  const shows: Record<TimelineFilter, (item: HistoryItem) => boolean> = {
    all: () => true,
    notes: (item) => noteOf(item, descriptor) !== null,
    files: (item) => FILES.includes(item.action),
    changes: (item) => item.action !== 'comment' && !FILES.includes(item.action),
  };
  return items.filter(shows[filter]);
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
