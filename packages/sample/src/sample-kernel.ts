import { randomUUID } from 'node:crypto';
import type { ResourceDefinition } from '@coulisse/resource';
import type { Answer, Caller } from '@coulisse/test-kit/describe-resource';
import type { PipelineSettings } from '@coulisse/resource-server/extension';
import type { RecordOwners } from '@coulisse/resource-server/testing';
import { locales } from './locales/texts';
import * as resources from './resources';
import { serveResources, type ResourceServer } from './resource-server';
import { sampleDatabase, type SampleDatabase } from './sample-database';

export type Body = Record<string, unknown>;
export type CreatedRecord = Body & { id: string; version: number };
export interface HistoryItem {
  action: string;
  changes: Record<string, [before: unknown, after: unknown]>;
  actor: string | null;
  impersonator: string | null;
}

/** The sample's resources over HTTP on a separate database, with a caller of a new tenant. */
export interface SampleKernel {
  readonly database: SampleDatabase;
  readonly server: ResourceServer;
  /** The default caller. */
  readonly caller: Caller;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    as?: Caller,
  ): Promise<Answer>;
  /** Creates a record; throws the response body on failure. */
  create(path: string, body: Body): Promise<CreatedRecord>;
  read(path: string): Promise<CreatedRecord>;
  /** Latest first. */
  history(path: string): Promise<HistoryItem[]>;
  /** Types of the outbox events of a record, oldest first. */
  events(id: string): Promise<string[]>;
  close(): Promise<void>;
}

/** `changed` replaces the sample's definitions of the same name. */
export async function sampleKernel(
  changed: readonly ResourceDefinition[] = [],
  settings: Partial<PipelineSettings & { owners: RecordOwners }> = {},
): Promise<SampleKernel> {
  const database = await sampleDatabase();
  const names = new Set(changed.map(({ name }) => name));
  const all = [...Object.values(resources).filter(({ name }) => !names.has(name)), ...changed];
  const server = await serveResources(database.db, { resources: all, locales, ...settings });
  const caller: Caller = { tenantId: randomUUID(), rights: ['*'] };
  const send: SampleKernel['send'] = (method, path, body, headers, as = caller) =>
    server.request(as, method, `/b/api/sample/${path}`, { body, headers });
  return {
    database,
    server,
    caller,
    send,
    create: async (path, body) => {
      const answer = await send('POST', path, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body as CreatedRecord;
    },
    read: async (path) => (await send('GET', path)).body as CreatedRecord,
    history: async (path) => ((await send('GET', `${path}/history`)).body as { items: HistoryItem[] }).items,
    events: async (id) =>
      (
        await database.asSuperuser(`SELECT type FROM kit.outbox WHERE aggregate_id = '${id}' ORDER BY seq`)
      ).map(({ type }) => String(type)),
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}

/** `pointer code` of each error in the response. */
export const errors = (answer: Answer): string[] =>
  (answer.body as { errors: { pointer: string; code: string }[] }).errors.map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
