import type { Language } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { may, type Actor } from '../../actor';
import type { Database, Sql, Tx } from '../../database/types';
import { Problem } from '../../problem/problem';
import { problemBody, type ProblemBody } from '../../problem/problem-body';
import type { Call } from '../types';
import { JOB_COLUMNS, JOB_KINDS, type Job, type JobFile, type JobKind, type JobState } from './job';

/** A job as it is served. */
export interface JobView {
  id: string;
  kind: JobKind;
  state: JobState;
  done: number;
  total: number | null;
  result: unknown;
  problem: ProblemBody | null;
  file: JobFile | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Unfinished jobs that one person may have: more than this is a mistake, or an attack. */
const MAX_UNFINISHED = 20;
const RETRY_SECONDS = 60;
const SHOWN = 50;
/** Right on the resource that lets others than its owner see a job. */
const SEEN_WITH: Record<JobKind, string> = { export: 'export', import: 'import', bulk: 'update' };

const ownerOf = (actor: Actor) => actor.userId ?? actor.subject ?? actor.displayName;

/** The queue of jobs as those who ask for them see it. */
export class Jobs {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly db: Database) {}

  /** Told after the commit that added a job. */
  onAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Adds a job that the caller's tenant, rights and language of this moment go with. */
  async enqueue(call: Call, kind: JobKind, input: unknown, total: number | null = null): Promise<JobView> {
    return this.within(call, (tx) => this.add(tx, call, kind, input, total));
  }

  /** The same in a transaction that is already open. */
  async add(
    tx: Tx,
    call: Call,
    kind: JobKind,
    input: unknown,
    total: number | null = null,
  ): Promise<JobView> {
    const { resource, actor, language } = call;
    const owner = ownerOf(actor);
    const unfinished = await tx.sql.query<{ count: number }>(
      `SELECT count(*) AS count FROM job WHERE owner_id = $1 AND state IN ('WAITING', 'RUNNING')`,
      [owner],
    );
    if ((unfinished.rows[0]?.count ?? 0) >= MAX_UNFINISHED)
      throw new Problem('request.too-many', {
        params: { seconds: RETRY_SECONDS },
        headers: { 'Retry-After': String(RETRY_SECONDS) },
      });
    const { rows } = await tx.sql.query<Job>(
      `INSERT INTO job (id, tenant_id, resource, kind, input, actor, owner_id, total)
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

  /** Jobs of the resource that the caller may see, latest first; only their own when they say so. */
  async list(call: Call, mine: boolean): Promise<JobView[]> {
    const { resource, actor } = call;
    const kinds = mine ? [] : JOB_KINDS.filter((kind) => holds(actor, resource, kind));
    return this.within(call, async ({ sql }) => {
      const { rows } = await sql.query<Job>(
        `SELECT ${JOB_COLUMNS} FROM job
         WHERE resource = $1 AND kind = ANY($2::text[]) AND (owner_id = $3 OR kind = ANY($4::text[]))
         ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}`,
        [resource.name, JOB_KINDS, ownerOf(actor), kinds],
      );
      return rows.map((row) => view(row, call));
    });
  }

  async read(call: Call, id: string): Promise<JobView> {
    return view(await this.find(call, id), call);
  }

  /** Ends a job that waits or runs; what it did before stays done. */
  async cancel(call: Call, id: string): Promise<JobView> {
    await this.find(call, id);
    return this.within(call, async ({ sql }) => {
      const { rows } = await sql.query<Job>(
        `UPDATE job SET state = 'CANCELLED', finished_at = now()
         WHERE id = $1 AND state IN ('WAITING', 'RUNNING') RETURNING ${JOB_COLUMNS}`,
        [id],
      );
      if (!rows[0]) throw new Problem('job.finished');
      return view(rows[0], call);
    });
  }

  /** The job, when the caller may see it. */
  private async find(call: Call, id: string): Promise<Job> {
    const { resource, actor } = call;
    if (!isUuid(id)) throw new Problem('http.404');
    const job = await this.within(call, ({ sql }) => readJob(sql, resource, id));
    if (!job || !JOB_KINDS.includes(job.kind)) throw new Problem('http.404');
    if (job.ownerId !== ownerOf(actor) && !holds(actor, resource, job.kind)) throw new Problem('http.404');
    return job;
  }

  /** Jobs are a tenant's: the platform's own staff has none. */
  private within<R>({ actor }: Call, work: (tx: Tx) => Promise<R>): Promise<R> {
    if (!actor.tenantId) throw new Problem('security.insufficient-privilege');
    return this.db.inTenant(actor, work);
  }
}

const holds = (actor: Actor, resource: ResourceDefinition, kind: JobKind) =>
  may(actor, `${resource.rights}.${SEEN_WITH[kind]}`);

async function readJob(sql: Sql, resource: ResourceDefinition, id: string): Promise<Job | undefined> {
  const { rows } = await sql.query<Job>(`SELECT ${JOB_COLUMNS} FROM job WHERE id = $1 AND resource = $2`, [
    id,
    resource.name,
  ]);
  return rows[0];
}

function view(
  job: Job,
  { resource, language }: { resource: ResourceDefinition; language: Language },
): JobView {
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
