import type { ZodType } from 'zod';
import type { Language } from '@coulisse/contracts';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { JobType, ServiceContext } from '@coulisse/service-kit/service';

/** When failed attempts are repeated. */
export interface Retries {
  /** The first attempt included; then the job has failed, and an administrator decides. */
  readonly attempts: number;
  /** Pause after the first failed attempt, in ms; it doubles with each further one. */
  readonly firstMs: number;
  readonly longestMs: number;
}
export const DEFAULT_RETRIES: Retries = { attempts: 8, firstMs: 5_000, longestMs: 3_600_000 };

/** What administrators read instead of the name of a job or a schedule. */
export type WorkLabel = Readonly<Record<Language, string>>;

/** One run, as its definition sees it. */
export interface Task {
  /** Id of the job; the same in each run of it. */
  readonly id: string;
  /** 1 for the first; a run that the end of its process interrupted counts, one that its service stopped does not. */
  readonly attempt: number;
  /** Aborted when the service stops, and when the job was cancelled or another process has it: check it between steps. */
  readonly signal: AbortSignal;
  /** Reports how far the work is; written at most twice a second. */
  progress(done: number, total?: number | null): Promise<void>;
}

/** One run in a tenant; `C` is what it stores to go on from. */
export interface TenantTask<C = never> extends Task {
  readonly tenantId: string;
  /** The system, with the name of the job; for everything that the run does. */
  readonly actor: Actor;
  /** What an earlier run stored last; null in the first run. */
  readonly checkpoint: C | null;
  inTenant<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * Stores how far the work is, in the transaction that does it: after a crash the next run goes on exactly there. Throws
   * if another process has the job by now, which rolls the transaction back. `done` is the progress, if it is known.
   */
  save(tx: Tx, checkpoint: C, done?: number): Promise<void>;
}

/** One run of a job. */
export interface JobTask<P, C = never> extends TenantTask<C> {
  readonly payload: P;
}

/** What defines a job. */
export interface JobOptions<P, C> {
  /** Name in the whole product: `<service>.<verb>-<noun>`. */
  readonly name: string;
  /** `Libellés de fidélité à recalculer`. */
  readonly label: WorkLabel;
  /** Also read by later versions: a job may wait while the service is replaced. */
  readonly payload: ZodType<P>;
  /** Needed by a job that calls `save`. */
  readonly checkpoint?: ZodType<C>;
  readonly retries?: Partial<Retries>;
  /** How many of a tenant run at once, in all processes; default: 1. */
  readonly perTenant?: number;
  /** May run again for the same job: what it does twice has the effect of once, or is behind a checkpoint. */
  run(task: JobTask<P, C>, ctx: ServiceContext): Promise<unknown>;
}

/** Background work that a service declares in `manifest.jobs` and adds with `ctx.jobs.enqueue(tx, job, payload)`. */
export interface JobDefinition<P = unknown, C = unknown> extends JobType<P> {
  readonly label: WorkLabel;
  readonly payload: ZodType<P>;
  readonly checkpoint: ZodType<C> | null;
  readonly retries: Retries;
  readonly perTenant: number;
  run(task: JobTask<P, C>, ctx: ServiceContext): Promise<unknown>;
}

/** The dot distinguishes them from the kinds of jobs on resources. */
const NAME = /^[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_NAME = 80;

export function checkName(name: string): void {
  if (!NAME.test(name) || name.length > LONGEST_NAME)
    throw new Error(`${name} is not a name such as crm.refresh-loyalties`);
}

export function checkLabel(name: string, label: WorkLabel): void {
  if (!label.fr.trim() || !label.en.trim()) throw new Error(`${name} has no label in both languages`);
}

export function checkedRetries(name: string, retries: Partial<Retries> = {}): Retries {
  const all = { ...DEFAULT_RETRIES, ...retries };
  if (
    !(Number.isInteger(all.attempts) && all.attempts >= 1) ||
    all.firstMs < 0 ||
    all.longestMs < all.firstMs
  )
    throw new Error(`${name} has retries that make no sense`);
  return all;
}

export function checkedLimit(name: string, perTenant = 1): number {
  if (!Number.isInteger(perTenant) || perTenant < 1)
    throw new Error(`${name} has a limit per tenant that makes no sense`);
  return perTenant;
}

/** Declares a job; throws when the declaration makes no sense. */
export function defineJob<P, C = never>(options: JobOptions<P, C>): JobDefinition<P, C> {
  const { name, label, payload, checkpoint = null } = options;
  checkName(name);
  checkLabel(name, label);
  return {
    name,
    label,
    payload,
    checkpoint,
    retries: checkedRetries(name, options.retries),
    perTenant: checkedLimit(name, options.perTenant),
    run: (task, ctx) => options.run(task, ctx),
  };
}

/** Pause after a failed attempt, in ms: a quarter more or less, so that jobs that failed together do not repeat together. */
export const backOff = (
  attempts: number,
  { firstMs, longestMs }: Retries,
  random: () => number = Math.random,
): number => Math.min(firstMs * 2 ** (attempts - 1), longestMs) * (0.75 + 0.5 * random());
