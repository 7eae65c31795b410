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

/** Restores an import in progress; session storage, since the samples of the file contain personal data. */
export const recallImport = (
  person: string,
  resource: string,
  store: Store = sessionStorage,
): ImportState => {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(person, resource)) ?? 'null');
    return isState(stored) ? stored : NOTHING_YET;
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
    // Storage is not available: the import is lost with the page.
  }
};
