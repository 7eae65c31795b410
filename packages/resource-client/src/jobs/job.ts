import type { Api } from '@coulisse/mfe-kit';
import type { Job } from '../record/operations';

export type { Job } from '../record/operations';

/** An error in a cell of an imported file, or in a whole row (no attribute). */
export interface RowError {
  row: number;
  attribute: string;
  header: string;
  code: string;
  detail: string;
}

/** Result of an import or of its dry run. */
export interface ImportResult {
  dryRun: boolean;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** The first ones; all of them are in the job's file. */
  errors: RowError[];
}

export const isOver = ({ state }: Pick<Job, 'state'>): boolean => state !== 'WAITING' && state !== 'RUNNING';

const isResult = (value: unknown): value is ImportResult =>
  typeof value === 'object' && value !== null && 'created' in value && 'errors' in value;

/** Null when the job is not an import, or has not processed a row yet. */
export const importResult = (job: Pick<Job, 'kind' | 'result'> | undefined): ImportResult | null =>
  job?.kind === 'import' && isResult(job.result) ? job.result : null;

/** Done of total, from 0 to 1; null while unknown. */
export const shareDone = ({ state, done, total }: Pick<Job, 'state' | 'done' | 'total'>): number | null => {
  if (state === 'DONE') return 1;
  return total === null ? null : Math.min(1, done / Math.max(1, total));
};

/** Query key of a job, shared by all components that show it. */
export const jobKey = (resource: string, id: string) => ['job', resource, id];

export const readJob = (api: Api, path: string, id: string, signal?: AbortSignal): Promise<Job> =>
  api.get<Job>(`${path}/_jobs/${id}`, { signal });
export const cancelJob = (api: Api, path: string, id: string): Promise<Job> =>
  api.post<Job>(`${path}/_jobs/${id}/cancel`, {});
export const readJobFile = async (api: Api, path: string, id: string): Promise<Blob> =>
  (await api.raw('GET', `${path}/_jobs/${id}/file`, { headers: { Accept: '*/*' } })).blob();
