import { v7 as uuidv7 } from 'uuid';
import type { ZodType } from 'zod';
import { systemActor } from '@coulisse/service-kit/actor';
import type { Database, Tx } from '@coulisse/service-kit/database';
import type { EnqueueOptions, JobStore, JobType, ServiceContext } from '@coulisse/service-kit/service';
import { backOff, type JobDefinition, type Retries, type Task, type TenantTask } from './define-job';
import type { Job, JobCaller, JobResource } from './job';
import type { JobKind } from './job-kind';
import type { Claim, JobLedger } from './job-ledger';
import { JobRun } from './job-run';

/** A job is a message, not a file: large data is in tables. */
const MOST_PAYLOAD_BYTES = 100_000;
const LONGEST_KEY = 200;

/** ON CONFLICT: an unfinished job with the key. */
const ADD = `INSERT INTO kit.job (id, tenant_id, kind, input, actor, owner_id, run_after, job_key)
  VALUES ($1, $2, $3, $4, $5, 'system', coalesce($6, now()), $7) ON CONFLICT DO NOTHING RETURNING id`;

/** Adds a job of the service; returns its id, null if an unfinished one has the key. */
export async function addJob(
  tx: Tx,
  name: string,
  payload: unknown,
  { key, notBefore }: EnqueueOptions = {},
): Promise<string | null> {
  const input = JSON.stringify(payload) as string | undefined;
  if (input === undefined || Buffer.byteLength(input) > MOST_PAYLOAD_BYTES)
    throw new RangeError(`the payload of ${name} cannot be stored`);
  if (key !== undefined && (key === '' || key.length > LONGEST_KEY))
    throw new RangeError(`the key of ${name} is empty or too long`);
  const actor = JSON.stringify(systemActor(tx.tenantId, name));
  const { rows } = await tx.sql.named<{ id: string }>('job_add', ADD, [
    uuidv7(),
    tx.tenantId,
    name,
    input,
    actor,
    notBefore ?? null,
    key ?? null,
  ]);
  return rows[0]?.id ?? null;
}

/** Stores the jobs that a service declares. */
export class ServiceJobs implements JobStore {
  constructor(
    private readonly names: ReadonlySet<string>,
    /** Called after the commit that added a job. */
    private readonly onAdded: () => void,
  ) {}

  async add<P>(
    tx: Tx,
    job: JobType<P>,
    payload: NoInfer<P>,
    options: EnqueueOptions,
  ): Promise<string | null> {
    if (!this.names.has(job.name)) throw new Error(`${job.name} is not in the manifest's "jobs"`);
    const id = await addJob(tx, job.name, job.payload.parse(payload), options);
    if (id !== null) tx.afterCommit(this.onAdded);
    return id;
  }
}

/** A payload or a checkpoint that this version cannot read: another attempt would not help. */
export class UnreadableJob extends Error {
  override readonly name = 'UnreadableJob';
}
export function readStored<T>(schema: ZodType<T>, stored: unknown, what: string): T {
  const read = schema.safeParse(stored);
  if (!read.success) throw new UnreadableJob(`the ${what} of the job is not readable`, { cause: read.error });
  return read.data;
}

type ServiceRun = JobRun<JobResource, JobCaller>;
export const taskOf = (run: ServiceRun): Task => ({
  id: run.job.id,
  attempt: run.job.attempts,
  signal: run.signal,
  progress: (done, total = null) => run.progress(done, total),
});
export const tenantTaskOf = <C>(
  run: ServiceRun,
  db: Database,
  checkpoint: ZodType<C> | null,
): TenantTask<C> => ({
  ...taskOf(run),
  tenantId: run.job.tenantId,
  actor: run.call.actor,
  checkpoint:
    checkpoint && run.job.checkpoint !== null
      ? readStored(checkpoint, run.job.checkpoint, 'checkpoint')
      : null,
  inTenant: (work) => db.inTenant(run.call.actor, work),
  save: (tx, state, done) => run.save(tx, state, done ?? null),
});

export interface ServiceJobKind {
  readonly name: string;
  readonly retries: Retries;
  readonly perTenant: number;
  readonly work: (run: ServiceRun) => Promise<unknown>;
}

/** A kind of jobs that run as the system; each has a limit per tenant of its own. */
export const serviceJobKind = ({ name, retries, perTenant, work }: ServiceJobKind): JobKind => ({
  lane: name,
  tenantLimit: perTenant,
  attempts: retries.attempts,
  delayAfter: (error, attempts) => (error instanceof UnreadableJob ? null : backOff(attempts, retries)),
  open: (job: Job & Claim, db: Database, ledger: JobLedger) => {
    const actor = systemActor(job.tenantId, name);
    const run: ServiceRun = new JobRun(job, { actor, language: actor.language }, db, ledger);
    return { run, work: async () => ({ value: (await work(run)) ?? null, file: null }) };
  },
});

/** The kind of a declared job. */
export const declaredJobKind = (definition: JobDefinition, ctx: ServiceContext): JobKind =>
  serviceJobKind({
    ...definition,
    work: async (run) => {
      const payload = readStored(definition.payload, run.job.input, 'payload');
      return definition.run({ ...tenantTaskOf(run, ctx.db, definition.checkpoint), payload }, ctx);
    },
  });
