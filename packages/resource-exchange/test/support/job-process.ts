import { readFileSync } from 'node:fs';
import { RESOURCE_TOPIC } from '@coulisse/contracts';
import pino from 'pino';
import { ServiceDatabase } from '@coulisse/service-kit/database';
import { exchange } from '../../src/exchange';
import { jobHandlers, openPipeline } from '@coulisse/resource-server/testing';
import { JobRun, JobRunner } from '@coulisse/job-runner';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { locales } from '@coulisse/sample/locales/texts';
import * as resources from '@coulisse/sample/resources';
import { sampleCipher } from '@coulisse/sample/sample-cipher';

/** Settings of a process that runs jobs, read from the file named by its first argument. */
export interface JobProcessSettings {
  url: string;
  platformUrl: string;
  /** Base64. */
  key: string;
  /** Breaks the behaviour under test: progress is then not stored in the transaction of the rows. */
  sabotaged: boolean;
}

const { url, platformUrl, key, sabotaged } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as JobProcessSettings;
const log = pino({ level: 'silent' });
const db = new ServiceDatabase({
  url,
  platformUrl,
  applicationName: 'sample',
  poolSize: 4,
  log,
  published: new Set([RESOURCE_TOPIC]),
});
const all = Object.values(resources);
const ctx = { db, log, clients: {} } as unknown as ServiceContext;
const cipher = sampleCipher(Buffer.from(key, 'base64'));
const pipeline = openPipeline(ctx, { resources: all, locales, cipher });
if (sabotaged) JobRun.prototype.checkpoint = async () => undefined;
new JobRunner({
  db,
  log,
  resources: all,
  handlers: jobHandlers(pipeline, [exchange]),
  pollMs: 20,
  heartbeatMs: 100,
}).start();
