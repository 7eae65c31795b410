import { isRestricted, type FieldDescriptor } from '@coulisse/mfe-kit';
import type { Draft } from '../values/values';

/** Typed values, kept until the tab is closed. */
export interface StoredDraft {
  values: Draft;
  /** Time of the last change (ISO). */
  at: string;
  /** The session ended while typing: the draft is restored without asking. */
  resume?: true;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const draftKey = (resource: string, id: string | null): string =>
  `coulisse.draft.${resource}${id ? `/${id}` : ''}`;

/** Personal data, never stored: another person may use the same computer. */
const SECRET = new Set<FieldDescriptor['type']>(['nir', 'iban']);
const mayBeKept = (field: FieldDescriptor): boolean => !isRestricted(field) && !SECRET.has(field.type);

/** The values without secrets, also in lines. */
const withoutSecrets = (fields: readonly FieldDescriptor[], values: Draft): Draft =>
  Object.fromEntries(
    fields
      .filter((field) => mayBeKept(field) && values[field.name] !== undefined)
      .map((field) => {
        const value = values[field.name];
        const lines = field.fields && Array.isArray(value) ? (value as Draft[]) : null;
        const storedLines = lines?.map((line) => ({
          ...withoutSecrets(field.fields ?? [], line),
          ...(typeof line['id'] === 'string' ? { id: line['id'] } : {}),
          ...(typeof line['_key'] === 'string' ? { _key: line['_key'] } : {}),
        }));
        return [field.name, storedLines ?? value];
      }),
  );

export const storeDraft = (
  key: string,
  fields: readonly FieldDescriptor[],
  values: Draft,
  { resume, now = new Date(), store = sessionStorage }: { resume?: boolean; now?: Date; store?: Store } = {},
): void => {
  const draft: StoredDraft = {
    values: withoutSecrets(fields, values),
    at: now.toISOString(),
    ...(resume ? { resume: true } : {}),
  };
  try {
    store.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or not allowed: the values stay on the page, and the guard asks before the page is left.
  }
};

export const readDraft = (key: string, store: Store = sessionStorage): StoredDraft | null => {
  try {
    const draft: unknown = JSON.parse(store.getItem(key) ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
};

const isDraft = (draft: unknown): draft is StoredDraft =>
  typeof draft === 'object' &&
  draft !== null &&
  'values' in draft &&
  typeof draft.values === 'object' &&
  draft.values !== null &&
  'at' in draft &&
  typeof draft.at === 'string';

export const dropDraft = (key: string, store: Store = sessionStorage): void => store.removeItem(key);
