import type { Caller } from '@coulisse/test-kit/describe-resource';
import { eventually } from '@coulisse/test-kit';
import type { ResourceDefinition } from '@coulisse/resource';
import pino from 'pino';
import { exchange, type UploadView } from '@coulisse/resource-exchange';
import { jobHandlers } from '@coulisse/resource-server/testing';
import { JobRunner, type JobRunnerSettings, type JobView } from '@coulisse/job-runner';
import { locales } from './locales/texts';
import * as resources from './resources';
import { serveResources, tokenOf, type ResourceServer } from './resource-server';
import { sampleCipher } from './sample-cipher';
import { sampleDatabase, type SampleDatabase } from './sample-database';

type Body = Record<string, unknown>;
export interface RawResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}
export interface ImportOptions {
  mode?: 'create' | 'upsert';
  key?: string;
  dryRun?: boolean;
  mapping?: Record<string, string | null>;
}
export interface ImportOutcome {
  dryRun: boolean;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  errors: { row: number; attribute: string; header: string; code: string; detail: string }[];
}

/** Installation key shared by all processes of a test. */
export const BENCH_KEY = Buffer.alloc(32, 1);

const all = Object.values(resources);
/** Short intervals, so that tests do not wait. */
const QUICK = { pollMs: 50, heartbeatMs: 100 };

/** Client of the sample service for imports, exports and jobs over HTTP. */
export class ExchangeBench {
  language: 'fr' | 'en' = 'fr';
  caller: Caller = { tenantId: '', rights: ['*'] };

  private constructor(
    readonly database: SampleDatabase,
    readonly server: ResourceServer,
    readonly runner: JobRunner<ResourceDefinition>,
  ) {}

  static async open(settings: Partial<JobRunnerSettings<ResourceDefinition>> = {}): Promise<ExchangeBench> {
    const database = await sampleDatabase();
    const server = await serveResources(database.db, {
      resources: all,
      locales,
      cipher: sampleCipher(BENCH_KEY),
    });
    return new ExchangeBench(database, server, runnerFor(server, database, settings));
  }
  async close(): Promise<void> {
    await this.runner.stop();
    await this.server.close();
    await this.database.drop();
  }

  async fetch(
    method: string,
    path: string,
    body?: Buffer | Body,
    headers: Record<string, string> = {},
  ): Promise<RawResponse> {
    const raw = Buffer.isBuffer(body);
    const answer = await fetch(`http://127.0.0.1:${this.server.port}/b/api/sample/${path}`, {
      method,
      headers: {
        'accept-language': this.language,
        authorization: `Bearer ${tokenOf(this.caller)}`,
        ...(body !== undefined && { 'content-type': raw ? 'text/csv' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 500) throw new Error(bytes.toString());
    return { status: answer.status, headers: answer.headers, bytes };
  }
  async json<T = Body>(method: string, path: string, body?: Buffer | Body, headers?: Record<string, string>) {
    const { status, bytes } = await this.fetch(method, path, body, headers);
    return { status, body: (bytes.length ? JSON.parse(bytes.toString()) : undefined) as T };
  }
  async create(path: string, body: Body): Promise<Body & { id: string; version: number }> {
    const answer = await this.json<Body & { id: string; version: number }>('POST', path, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }

  /** The job, once it has ended. */
  async waitForJob(path: string, id: string): Promise<JobView> {
    return eventually(
      async () => {
        const { body } = await this.json<JobView>('GET', `${path}/_jobs/${id}`);
        if (body.finishedAt === null) throw new Error(`the job is ${body.state}: ${body.done}/${body.total}`);
        return body;
      },
      { timeoutMs: 180_000 },
    );
  }
  async fileOf(path: string, id: string): Promise<Buffer> {
    return (await this.fetch('GET', `${path}/_jobs/${id}/file`)).bytes;
  }

  /** The file of an export, returned directly or by a job. */
  async export(path: string, body: Body): Promise<Buffer> {
    const answer = await this.fetch('POST', `${path}/_export`, body);
    if (answer.status === 200) return answer.bytes;
    if (answer.status !== 202) throw new Error(answer.bytes.toString());
    const { job } = JSON.parse(answer.bytes.toString()) as { job: JobView };
    const ended = await this.waitForJob(path, job.id);
    if (ended.state !== 'DONE') throw new Error(JSON.stringify(ended));
    return this.fileOf(path, job.id);
  }

  async upload(path: string, file: Buffer | string, name = 'essai.csv'): Promise<UploadView> {
    const answer = await this.json<UploadView>('POST', `${path}/_imports`, Buffer.from(file as string), {
      'x-file-name': encodeURIComponent(name),
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }
  /** Starts an import; default mapping: the one that the service guessed. */
  async start(path: string, upload: UploadView, options: ImportOptions = {}): Promise<JobView> {
    const { mode = 'create', key, dryRun = false } = options;
    const mapping =
      options.mapping ?? Object.fromEntries(upload.columns.map(({ index, field }) => [String(index), field]));
    const answer = await this.json<{ job: JobView }>('POST', `${path}/_imports/${upload.id}/run`, {
      mapping,
      mode,
      dryRun,
      ...(key ? { key } : {}),
    });
    if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
    return answer.body.job;
  }
  async import(
    path: string,
    file: Buffer | string,
    options: ImportOptions = {},
  ): Promise<{ job: JobView; outcome: ImportOutcome }> {
    const { id } = await this.start(path, await this.upload(path, file), options);
    const job = await this.waitForJob(path, id);
    return { job, outcome: job.result as ImportOutcome };
  }
}

/** A runner for the jobs of the server; `db` may be a separate connection pool. */
export function runnerFor(
  server: ResourceServer,
  { db }: Pick<SampleDatabase, 'db'>,
  settings: Partial<JobRunnerSettings<ResourceDefinition>> = {},
): JobRunner<ResourceDefinition> {
  const runner = new JobRunner({
    db,
    log: pino({ level: 'silent' }),
    resources: all,
    handlers: jobHandlers(server.pipeline, [exchange]),
    ...QUICK,
    ...settings,
  });
  server.pipeline.jobs.onAdded(() => runner.wake());
  return runner;
}
