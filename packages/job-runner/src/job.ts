import type { Language, MessageId, MessageParams } from '@coulisse/contracts';
import type { Actor } from '@coulisse/service-kit/actor';
import type { FieldError } from '@coulisse/service-kit/problem';

export const JOB_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A file that a job produced, stored in its output chunks. */
export interface JobFile {
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}
/** The result of a job: its value, and the file to download. */
export interface JobOutcome {
  readonly value: unknown;
  readonly file: JobFile | null;
}
/** A problem as it is stored: without its text, which depends on the language of the reader. */
export interface StoredProblem {
  readonly code: MessageId;
  readonly params: MessageParams;
  readonly status: number;
  readonly errors: readonly FieldError[];
}

/** What a job needs of the resource that it works on. */
export interface JobResource {
  readonly name: string;
  /** Under `/b/api/`. */
  readonly path: string;
  /** Prefix of the resource's rights. */
  readonly rights: string;
}
/** In whose name a job runs. */
export interface JobCaller {
  readonly actor: Actor;
  readonly language: Language;
}
/** Who enqueues a job, and for which resource. */
export interface JobCall<R extends JobResource = JobResource> extends JobCaller {
  readonly resource: R;
}

/** A row of `job`. */
export interface Job {
  readonly id: string;
  readonly tenantId: string;
  /** Name of the resource; null for a job that the service declares. */
  readonly resource: string | null;
  /** Selects the handler: `export`, `import`, `bulk`, the name of a declared job. */
  readonly kind: string;
  readonly state: JobState;
  readonly input: unknown;
  /** Who enqueued it, with the rights and the language of that moment. */
  readonly actor: Actor;
  readonly ownerId: string;
  /** How many of `total` are done; the kind decides what is counted. */
  readonly done: number;
  readonly total: number | null;
  readonly result: JobOutcome | null;
  /** What an earlier run of a declared job stored, to go on from there. */
  readonly checkpoint: unknown;
  readonly problem: StoredProblem | null;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Columns of a job, aliased to the names of its properties. */
export const JOB_COLUMNS = `id, tenant_id AS "tenantId", resource, kind, state, input, actor, owner_id AS "ownerId", done,
  total, result, checkpoint, problem, attempts, created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt"`;
