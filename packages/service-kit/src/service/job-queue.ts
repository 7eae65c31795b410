import type { Tx } from '../database/types';

/** A kind of background work with a typed payload; `defineJob` of job-runner makes one. */
export interface JobType<P> {
  /** Of the whole service: `crm.refresh-loyalties`. */
  readonly name: string;
  /** Throws for a payload that the job cannot run with. */
  readonly payload: { parse(payload: unknown): P };
}

export interface EnqueueOptions {
  /** Among the unfinished jobs of a type and a tenant, a key occurs once. At most 200 characters. */
  readonly key?: string;
  /** Earliest start. */
  readonly notBefore?: Date;
}

/** Stores jobs; job-runner implements it. */
export interface JobStore {
  add<P>(tx: Tx, job: JobType<P>, payload: NoInfer<P>, options: EnqueueOptions): Promise<string | null>;
}

/** The jobs of a service, as its features see them: `ctx.jobs`. */
export class JobQueue {
  private store: JobStore | undefined;

  /** Called once, by the module that runs the jobs. */
  use(store: JobStore): void {
    if (this.store) throw new Error('a service has one store of jobs');
    this.store = store;
  }

  /**
   * Adds a job in an open transaction: it runs after the commit, in the tenant of the transaction, as the system. Returns
   * its id; null if an unfinished job has the key already.
   */
  async enqueue<P>(
    tx: Tx,
    job: JobType<P>,
    payload: NoInfer<P>,
    options: EnqueueOptions = {},
  ): Promise<string | null> {
    if (!this.store) throw new Error(`nothing runs jobs in this service: ${job.name}`);
    return this.store.add(tx, job, payload, options);
  }
}
