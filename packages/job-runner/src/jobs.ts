import type { Language } from '@coulisse/contracts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { mayAll, type Actor } from '@coulisse/service-kit/actor';
import type { Database, Sql, Tx } from '@coulisse/service-kit/database';
import { Problem, problemBody, type ProblemBody } from '@coulisse/service-kit/problem';
import { JOB_COLUMNS, type Job, type JobCall, type JobFile, type JobResource, type JobState } from './job';

/** A job as the API returns it. */
export interface JobView {
  id: string;
  kind: string;
  state: JobState;
  done: number;
  total: number | null;
  result: unknown;
  problem: ProblemBody | null;
  file: JobFile | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Limit of unfinished jobs of one owner: more than this is a mistake or an attack. */
const MAX_UNFINISHED = 20;
const RETRY_SECONDS = 60;
const SHOWN = 50;

const ownerOf = (actor: Actor) => actor.userId ?? actor.subject ?? actor.displayName;

/** The queue of jobs as users see it. */
export class Jobs {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly db: Database,
    /** By kind: last part of the right on the resource that lets users other than the owner see a job. */
    private readonly viewRightByKind: Readonly<Record<string, string>>,
  ) {}

  /** The listener is called after the commit that added a job. */
  onAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Adds a job with the caller's current tenant, rights and language. */
  async enqueue(call: JobCall, kind: string, input: unknown, total: number | null = null): Promise<JobView> {
    return this.inTenant(call, (tx) => this.add(tx, call, kind, input, total));
  }

  /** As `enqueue`, in an open transaction. */
  async add(
    tx: Tx,
    call: JobCall,
    kind: string,
    input: unknown,
    total: number | null = null,
  ): Promise<JobView> {
    const { resource, actor, language } = call;
    const owner = ownerOf(actor);
    const unfinished = await tx.sql.query<{ count: number }>(
      `SELECT count(*) AS count FROM kit.job WHERE owner_id = $1 AND state IN ('WAITING', 'RUNNING')`,
      [owner],
    );
    if ((unfinished.rows[0]?.count ?? 0) >= MAX_UNFINISHED)
      throw new Problem('request.too-many', {
        params: { seconds: RETRY_SECONDS },
        headers: { 'Retry-After': String(RETRY_SECONDS) },
      });
    const { rows } = await tx.sql.query<Job>(
      `INSERT INTO kit.job (id, tenant_id, resource, kind, input, actor, owner_id, total)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${JOB_COLUMNS}`,
      [
        uuidv7(),
        tx.tenantId,
        resource.name,
        kind,
        JSON.stringify(input),
        JSON.stringify({ ...actor, language }),
        owner,
        total,
      ],
    );
    tx.afterCommit(() => this.listeners.forEach((listener) => listener()));
    return view(rows[0]!, call);
  }

  /** Jobs of the resource that the caller may see, latest first; only the caller's own if `mine`. */
  async list(call: JobCall, mine: boolean): Promise<JobView[]> {
    const { resource, actor } = call;
    const all = Object.keys(this.viewRightByKind);
    const kinds = mine ? [] : all.filter((kind) => this.maySee(actor, resource, kind));
    return this.inTenant(call, async ({ sql }) => {
      const { rows } = await sql.query<Job>(
        `SELECT ${JOB_COLUMNS} FROM kit.job
         WHERE resource = $1 AND kind = ANY($2::text[]) AND (owner_id = $3 OR kind = ANY($4::text[]))
         ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}`,
        [resource.name, all, ownerOf(actor), kinds],
      );
      return rows.map((row) => view(row, call));
    });
  }

  async read(call: JobCall, id: string): Promise<JobView> {
    return view(await this.find(call, id), call);
  }

  /** Cancels a waiting or running job; what it has committed stays. */
  async cancel(call: JobCall, id: string): Promise<JobView> {
    await this.find(call, id);
    return this.inTenant(call, async ({ sql }) => {
      const { rows } = await sql.query<Job>(
        `UPDATE kit.job SET state = 'CANCELLED', finished_at = now()
         WHERE id = $1 AND state IN ('WAITING', 'RUNNING') RETURNING ${JOB_COLUMNS}`,
        [id],
      );
      if (!rows[0]) throw new Problem('job.finished');
      return view(rows[0], call);
    });
  }

  /** The job, if the caller may see it. */
  private async find(call: JobCall, id: string): Promise<Job> {
    const { resource, actor } = call;
    if (!isUuid(id)) throw new Problem('http.404');
    const job = await this.inTenant(call, ({ sql }) => readJob(sql, resource, id));
    if (!job || (job.ownerId !== ownerOf(actor) && !this.maySee(actor, resource, job.kind)))
      throw new Problem('http.404');
    return job;
  }

  private maySee(actor: Actor, resource: JobResource, kind: string): boolean {
    const right = this.viewRightByKind[kind];
    return right !== undefined && mayAll(actor, `${resource.rights}.${right}`);
  }

  /** A job belongs to a tenant: the platform's staff have none. */
  private inTenant<R>({ actor }: JobCall, work: (tx: Tx) => Promise<R>): Promise<R> {
    if (!actor.tenantId) throw new Problem('security.insufficient-privilege');
    return this.db.inTenant(actor, work);
  }
}

async function readJob(sql: Sql, resource: JobResource, id: string): Promise<Job | undefined> {
  const { rows } = await sql.query<Job>(
    `SELECT ${JOB_COLUMNS} FROM kit.job WHERE id = $1 AND resource = $2`,
    [id, resource.name],
  );
  return rows[0];
}

function view(job: Job, { resource, language }: { resource: JobResource; language: Language }): JobView {
  const { problem } = job;
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    done: job.done,
    total: job.total,
    result: job.result?.value ?? null,
    problem:
      problem &&
      problemBody(
        new Problem(problem.code, {
          params: problem.params,
          status: problem.status,
          errors: [...problem.errors],
        }),
        language,
        `/b/api/${resource.path}/_jobs/${job.id}`,
        null,
      ),
    file: job.result?.file ?? null,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}
