import { readFileSync } from 'node:fs';
import pino from 'pino';
import { ServiceDatabase } from '../../src/database/database';
import { jobHandlers } from '../../src/kernel/jobs/handlers';
import { JobRun } from '../../src/kernel/jobs/job-run';
import { JobRunner } from '../../src/kernel/jobs/job-runner';
import { Pipeline } from '../../src/kernel/pipeline';
import type { ServiceContext } from '../../src/service/types';
import { locales } from '../sample/src/locales/texts';
import * as resources from '../sample/src/resources';
import { sampleCipher } from './sample-cipher';

/** What a process that does jobs is told by its first argument, a file. */
export interface JobProcessSettings {
  url: string;
  platformUrl: string;
  /** Base64. */
  key: string;
  /** Breaks what the test proves: progress is then written apart from the work that it tells of. */
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
  published: new Set(),
});
const all = Object.values(resources);
const ctx = { db, log, clients: {} } as unknown as ServiceContext;
const cipher = sampleCipher(Buffer.from(key, 'base64'));
const pipeline = new Pipeline(ctx, { resources: all, locales, cipher });
if (sabotaged) JobRun.prototype.checkpoint = async () => undefined;
new JobRunner({
  db,
  log,
  resources: all,
  handlers: jobHandlers(pipeline),
  pollMs: 20,
  heartbeatMs: 100,
}).start();
