import { type ImportState, NOTHING_YET } from './import-state';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const keyOf = (person: string, resource: string): string => `coulisse.import.${person}.${resource}`;

const isState = (value: unknown): value is ImportState =>
  typeof value === 'object' &&
  value !== null &&
  'plan' in value &&
  typeof (value as ImportState).plan?.mapping === 'object' &&
  'upload' in value &&
  (value.upload === null || Array.isArray((value as ImportState).upload?.columns));

/** An import as it was left, for as long as the tab lives: its file shows data of people. */
export const recallImport = (
  person: string,
  resource: string,
  store: Store = sessionStorage,
): ImportState => {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(person, resource)) ?? 'null');
    return isState(kept) ? kept : NOTHING_YET;
  } catch {
    return NOTHING_YET;
  }
};
export const rememberImport = (
  person: string,
  resource: string,
  state: ImportState,
  store: Store = sessionStorage,
): void => {
  try {
    if (state.upload) store.setItem(keyOf(person, resource), JSON.stringify(state));
    else store.removeItem(keyOf(person, resource));
  } catch {
    // No store here: the import lives as long as the page.
  }
};
