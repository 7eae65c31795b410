import type { TopicEvent } from '@coulisse/contracts';
import { validate as isUuid } from 'uuid';
import { labelKeyOf, MAX, searchedWords, storableText, termsOf } from './search-text.domain';

/** A record of the search index. */
export interface Entry {
  resource: string;
  id: string;
  version: number;
  deleted: boolean;
  /** Not found by searches: deleted, or merged into another record. */
  hidden: boolean;
  archived: boolean;
  label: string;
  detail: string;
  labelKey: string;
  labelStart: string;
  words: string;
  readRight: string;
  ownerId: string | null;
  mergedInto: string | null;
  changedAt: Date;
}

/** What is compared with a stored entry before it is replaced. */
export type StoredEntry = Pick<
  Entry,
  'resource' | 'id' | 'version' | 'deleted' | 'hidden' | 'labelKey' | 'readRight' | 'changedAt'
>;

export type ResourceEvent = TopicEvent<'coulisse.resource.v1'>;

const RIGHT = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const RESOURCE = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/;
const MAX_RESOURCE = 80;
const MAX_RIGHT = 120;
const idOrNull = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null);

/** Length of the label's beginning that has an index of its own: what people type first. */
const START_LENGTH = 2;
export const startOf = (labelKey: string): string => storableText(labelKey, START_LENGTH);

/** The entry that an event describes; null if the event names no record. */
export function entryOf({ $case, value }: ResourceEvent, time: Date): Entry | null {
  const { resource, version } = value;
  const id = idOrNull(value.id);
  if (!id || resource.length > MAX_RESOURCE || !RESOURCE.test(resource)) return null;
  const changedAt = Number.isNaN(time.getTime()) ? new Date() : time;
  if ($case === 'deleted')
    return {
      resource,
      id,
      version,
      deleted: true,
      hidden: true,
      archived: false,
      label: '',
      detail: '',
      labelKey: '',
      labelStart: '',
      words: '',
      readRight: '',
      ownerId: null,
      mergedInto: null,
      changedAt,
    };
  // Without a right nobody could find it.
  if (value.readRight.length > MAX_RIGHT || !RIGHT.test(value.readRight)) return null;
  const label = storableText(value.label, MAX.label);
  const labelKey = labelKeyOf(label);
  const mergedInto = idOrNull(value.mergedInto);
  return {
    resource,
    id,
    version,
    deleted: false,
    hidden: mergedInto !== null,
    archived: value.archived,
    label,
    detail: storableText(value.detail, MAX.detail),
    labelKey,
    labelStart: startOf(labelKey),
    words: searchedWords(label, storableText(value.searchText, MAX.words)),
    readRight: value.readRight,
    ownerId: idOrNull(value.ownerId),
    mergedInto,
    changedAt,
  };
}

/** Whether an entry replaces the stored one: a later version, or the same one that is published again or deleted. */
export const replaces = (
  entry: Pick<Entry, 'version' | 'deleted'>,
  stored: Pick<Entry, 'version' | 'deleted'>,
): boolean =>
  entry.version > stored.version || (entry.version === stored.version && (entry.deleted || !stored.deleted));

export const keyOf = ({ resource, id }: Pick<Entry, 'resource' | 'id'>): string => `${resource}/${id}`;

/** The last state of each record of a batch. */
export function latestEntries(entries: readonly Entry[]): Entry[] {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = byKey.get(keyOf(entry));
    if (!earlier || replaces(entry, earlier)) byKey.set(keyOf(entry), entry);
  }
  return [...byKey.values()];
}

/** How the numbers of entries by resource and by term change. */
export interface CountChanges {
  resources: Map<string, { resource: string; readRight: string; change: number }>;
  terms: Map<string, number>;
}

export interface Replacement {
  entries: Entry[];
  counts: CountChanges;
}

/** What a batch changes in a generation. A version that is published again keeps the time of its change. */
export function replacementOf(entries: readonly Entry[], stored: readonly StoredEntry[]): Replacement {
  const storedByKey = new Map(stored.map((entry) => [keyOf(entry), entry]));
  const counts: CountChanges = { resources: new Map(), terms: new Map() };
  const replaced = entries.flatMap((entry): Entry[] => {
    const earlier = storedByKey.get(keyOf(entry));
    if (!earlier) {
      count(counts, entry, 1);
      return [entry];
    }
    if (!replaces(entry, earlier)) return [];
    count(counts, earlier, -1);
    count(counts, entry, 1);
    return [earlier.version === entry.version ? { ...entry, changedAt: earlier.changedAt } : entry];
  });
  return { entries: replaced, counts };
}

function count(
  { resources, terms }: CountChanges,
  { hidden, resource, readRight, labelKey }: Pick<Entry, 'hidden' | 'resource' | 'readRight' | 'labelKey'>,
  change: 1 | -1,
): void {
  if (hidden) return;
  const key = `${resource} ${readRight}`;
  resources.set(key, { resource, readRight, change: (resources.get(key)?.change ?? 0) + change });
  for (const term of termsOf(labelKey)) terms.set(term, (terms.get(term) ?? 0) + change);
}
