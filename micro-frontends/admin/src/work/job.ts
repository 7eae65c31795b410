import type { Tone } from '@coulisse/ui-kit';

export const JOB_STATES = ['WAITING', 'RUNNING', 'FAILED', 'DONE', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Why an attempt failed; `detail` is in the language of the user, null where the catalogue has no words. */
export interface WorkError {
  code: string;
  detail: string | null;
}

/** A job of any service, as the gateway lists it. */
export interface BackgroundJob {
  id: string;
  service: string;
  /** Null for the work of all tenants. */
  tenantId: string | null;
  name: string;
  /** Null for a job that its service does not know any more: it never runs. */
  label: string | null;
  state: JobState;
  attempts: number;
  done: number;
  total: number | null;
  hasCheckpoint: boolean | null;
  createdAt: string;
  startedAt: string | null;
  nextAttemptAt: string | null;
  finishedAt: string | null;
  error: WorkError | null;
  /** Who ended it, and why; null where that is not the user's to know. */
  cancellation: { by: string; reason: string } | null;
}

export interface BackgroundJobs {
  items: BackgroundJob[];
  counts: Record<'WAITING' | 'RUNNING' | 'FAILED', number>;
  next: string | null;
  unavailable: string[];
}

/** The same states have the same colours on both pages. */
export const TONES: Readonly<Record<JobState, Tone>> = {
  WAITING: 'neutral',
  RUNNING: 'info',
  FAILED: 'bad',
  DONE: 'good',
  CANCELLED: 'neutral',
};

export const isKnown = ({ label }: Pick<BackgroundJob, 'label'>): boolean => label !== null;

/** A job that waits after a failed attempt. */
export const isRetrying = (job: Pick<BackgroundJob, 'label' | 'state' | 'attempts'>): boolean =>
  isKnown(job) && job.state === 'WAITING' && job.attempts > 0;

/** Whether the next run goes on in the middle, rather than from the start. */
export const goesOn = (job: Pick<BackgroundJob, 'label' | 'state' | 'hasCheckpoint'>): boolean =>
  isKnown(job) && job.hasCheckpoint === true && (job.state === 'WAITING' || job.state === 'FAILED');

export const mayRetry = (job: Pick<BackgroundJob, 'label' | 'state'>): boolean =>
  isKnown(job) && job.state === 'FAILED';

export const mayStop = ({ state }: Pick<BackgroundJob, 'state'>): boolean =>
  state === 'WAITING' || state === 'RUNNING' || state === 'FAILED';

/** Part that is done, from 0 to 1; null while the whole is unknown. */
export const shareOf = ({ done, total }: Pick<BackgroundJob, 'done' | 'total'>): number | null =>
  total === null || total <= 0 ? null : Math.min(done / total, 1);
