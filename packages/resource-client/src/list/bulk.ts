import type { ResourceRow } from '@coulisse/mfe-kit';

/** An action applied to many records. */
export type BulkAction =
  | { action: 'update'; values: Readonly<Record<string, unknown>> }
  | { action: 'transition'; transition: string; input?: Readonly<Record<string, unknown>> }
  | { action: 'archive' }
  | { action: 'restore' }
  | { action: 'delete' };

export interface BulkResult {
  id: string;
  ok: boolean;
  problem?: { code?: string; title?: string; detail?: string; errors?: { detail?: string }[] };
  /** Label of the record, where the user may read it. */
  label?: string | null;
}

export interface BulkAnswer {
  results: BulkResult[];
  done: number;
  failed: number;
}

/** Maximum number of records in one request. */
export const AT_ONCE = 200;

export const chunked = <T>(all: readonly T[], size = AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

export const joined = (answers: readonly BulkAnswer[]): BulkAnswer => ({
  results: answers.flatMap(({ results }) => results),
  done: answers.reduce((sum, { done }) => sum + done, 0),
  failed: answers.reduce((sum, { failed }) => sum + failed, 0),
});

/** Why a record was not changed, in the server's words. */
export const reasonOf = ({ problem }: BulkResult): string => {
  const details = problem?.errors?.map(({ detail }) => detail).filter(Boolean) ?? [];
  return details.join(' ') || problem?.detail || problem?.title || problem?.code || '';
};

export interface BulkStep {
  ids: string[];
  change: BulkAction;
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
const backValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(idOf) : (idOf(value) ?? null);

/**
 * The requests that undo an action: archived records are restored, fields get their former values. Null when there is
 * no undo, or when the former values of a record were never loaded.
 */
export const undoOf = (
  change: BulkAction,
  done: readonly string[],
  before: ReadonlyMap<string, ResourceRow>,
): BulkStep[] | null => {
  if (done.length === 0) return null;
  if (change.action === 'archive') return [{ ids: [...done], change: { action: 'restore' } }];
  if (change.action === 'restore') return [{ ids: [...done], change: { action: 'archive' } }];
  if (change.action !== 'update') return null;
  const names = Object.keys(change.values);
  const steps = new Map<string, BulkStep>();
  for (const id of done) {
    const row = before.get(id);
    if (!row || names.some((name) => !(name in row))) return null;
    const values = Object.fromEntries(names.map((name) => [name, backValue(row[name])]));
    const key = JSON.stringify(values);
    const step = steps.get(key) ?? { ids: [], change: { action: 'update', values } };
    step.ids.push(id);
    steps.set(key, step);
  }
  return [...steps.values()];
};
