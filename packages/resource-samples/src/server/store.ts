import type { ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Attachment, HistoryItem, Job, SavedView } from '@coulisse/resource-client';

export interface StoredJob extends Job {
  /** Number of times that its progress was read. */
  reads: number;
}

/** The content of an uploaded import file. */
export interface StoredUpload {
  id: string;
  headers: readonly string[];
  lines: readonly (readonly string[])[];
}

/** Everything that the sample server stores of one resource. */
export interface SampleStore {
  descriptor: ResourceDescriptor;
  rows: ResourceRow[];
  history: Map<string, HistoryItem[]>;
  attachments: Map<string, Attachment[]>;
  views: SavedView[];
  jobs: StoredJob[];
  uploads: StoredUpload[];
  nextId: (kind: string) => string;
  now: () => string;
  /** The label of a record that a reference of any resource points at, or of a file. */
  labelOf: (target: string | undefined, id: string) => string | null;
}

export const ACTOR_NAME = 'Camille Régie';

export const addHistory = (
  store: SampleStore,
  id: string,
  action: string,
  changes: HistoryItem['changes'] = null,
): void => {
  const item = {
    id: store.nextId('history'),
    at: store.now(),
    actor: ACTOR_NAME,
    impersonator: null,
    action,
    changes,
  };
  store.history.set(id, [item, ...(store.history.get(id) ?? [])]);
};
