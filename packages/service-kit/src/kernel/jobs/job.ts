import type { Actor } from '../../actor';
import type { FieldError } from '../../problem/problem';
import type { MessageId, MessageParams } from '@coulisse/contracts';

export const JOB_KINDS = ['export', 'import', 'bulk'] as const;
export type JobKind = (typeof JOB_KINDS)[number];
export const JOB_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A file that a job made, kept in its output chunks. */
export interface JobFile {
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}
/** What a job leaves: what it answers, and the file to fetch. */
export interface JobOutcome {
  readonly value: unknown;
  readonly file: JobFile | null;
}
/** A problem as a job keeps it: it is told in the language of whoever reads it. */
export interface KeptProblem {
  readonly code: MessageId;
  readonly params: MessageParams;
  readonly status: number;
  readonly errors: readonly FieldError[];
}

/** A row of `job`. */
export interface Job {
  readonly id: string;
  readonly tenantId: string;
  /** Name of the resource that it is about. */
  readonly resource: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly input: unknown;
  /** Who asked, with the rights and the language of then. */
  readonly actor: Actor;
  readonly ownerId: string;
  /** How many of `total` are done; what they are is the kind's business. */
  readonly done: number;
  readonly total: number | null;
  readonly result: JobOutcome | null;
  readonly problem: KeptProblem | null;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Columns of a job, named as its properties are. */
export const JOB_COLUMNS = `id, tenant_id AS "tenantId", resource, kind, state, input, actor, owner_id AS "ownerId", done,
  total, result, problem, attempts, created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt"`;
