import {
  isRestricted,
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceRow,
} from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import { type HistoryItem, isEmpty } from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';

export const TIMELINE_FILTERS = ['all', 'notes', 'changes', 'files'] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

const FILES = ['attach', 'detach'];

/** The text of a note, or the comment of a transition; null without text. */
export const noteOf = (item: HistoryItem, descriptor: ResourceDescriptor): string | null => {
  const isStep = descriptor.lifecycle?.transitions.some((transition) => transition.name === item.action);
  if (item.action !== 'comment' && !isStep) return null;
  const [, written] = item.changes?.[item.action === 'comment' ? 'text' : 'comment'] ?? [];
  return typeof written === 'string' && written ? written : null;
};

/** The name of the attached or detached file. */
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

/** One line of a change. `key` is the text key, the other members are its variables. */
export interface ChangeLine {
  key: 'history.set' | 'history.cleared' | 'history.change' | 'history.changed';
  /** Name of the field; `field` is its label. */
  name: string;
  field: string;
  from: string;
  to: string;
}

/** Maximum length of the former and new value together; longer ones are not shown in the timeline. */
const LONG = 72;
/** Kinds whose values are not shown as text. */
const OPAQUE = new Set<FieldDescriptor['type']>(['children', 'json', 'richText', 'refs']);

/** The changes of an entry as lines of text. `record` provides the labels of current references. */
export const changeLines = (
  item: HistoryItem,
  descriptor: ResourceDescriptor,
  record: ResourceRow | null,
  language: Language,
): ChangeLine[] =>
  Object.entries(item.changes ?? {}).flatMap(([name, [before, after]]): ChangeLine[] => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    if (!field || name === 'state' || field.type === 'related') return [];
    // A name that follows from other fields says nothing more than they do.
    if (name === descriptor.labelField && field.readonly) return [];
    const label = field.label[language];
    const [from, to] = [written(field, before, record, language), written(field, after, record, language)];
    if (from === null || to === null || from.length + to.length > LONG)
      return [{ key: 'history.changed', name, field: label, from: '', to: '' }];
    if (isEmpty(before)) return [{ key: 'history.set', name, field: label, from, to }];
    if (isEmpty(after)) return [{ key: 'history.cleared', name, field: label, from, to }];
    return [{ key: 'history.change', name, field: label, from, to }];
  });

/** A value as short text; null when that is not possible. */
const written = (
  field: FieldDescriptor,
  value: unknown,
  record: ResourceRow | null,
  language: Language,
): string | null => {
  if (isEmpty(value)) return '';
  if (isRestricted(field) || OPAQUE.has(field.type)) return null;
  const points = field.type === 'ref' || field.type === 'file' || field.type === 'image';
  if (!points || typeof value !== 'string') return kindOf(field).text(value, field, language);
  // The history stores ids: the label is known only for the record's current reference.
  const now = record?.[field.name];
  return typeof now === 'object' && now !== null && 'id' in now && now.id === value
    ? kindOf(field).text(now, field, language)
    : null;
};

/** Labels of the former and new state; null when the state did not change. */
export const stateChange = (
  item: HistoryItem,
  descriptor: ResourceDescriptor,
  language: Language,
): { from: string; to: string } | null => {
  const [before, after] = item.changes?.['state'] ?? [];
  if (typeof after !== 'string' || isEmpty(before) || before === after || item.action === 'create')
    return null;
  const label = (state: unknown) =>
    descriptor.lifecycle?.stateLabels[String(state)]?.[language] ?? String(state);
  return { from: label(before), to: label(after) };
};
