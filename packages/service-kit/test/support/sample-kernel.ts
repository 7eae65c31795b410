import { randomUUID } from 'node:crypto';
import type { ResourceDefinition } from '@coulisse/resource';
import type { Answer, Caller } from '@coulisse/test-kit/describe-resource';
import type { PipelineSettings } from '../../src/kernel/pipeline';
import { locales } from '../sample/src/locales/texts';
import * as resources from '../sample/src/resources';
import { openDoor, type Door } from './door';
import { sampleDatabase, type SampleDatabase } from './sample-database';

export type Body = Record<string, unknown>;
export type Made = Body & { id: string; version: number };
export interface HistoryItem {
  action: string;
  changes: Record<string, [before: unknown, after: unknown]>;
  actor: string | null;
  impersonator: string | null;
}

/** The sample's resources over HTTP on a database of their own, seen by a tenant that nothing else uses. */
export interface SampleKernel {
  readonly database: SampleDatabase;
  readonly door: Door;
  /** Who calls unless told. */
  readonly caller: Caller;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    as?: Caller,
  ): Promise<Answer>;
  /** Makes a record, or says why it could not. */
  make(path: string, body: Body): Promise<Made>;
  read(path: string): Promise<Made>;
  /** Latest first. */
  history(path: string): Promise<HistoryItem[]>;
  /** What waits in the outbox about a record, oldest first. */
  events(id: string): Promise<string[]>;
  close(): Promise<void>;
}

/** `changed` takes the place of the sample's definitions of the same name. */
export async function sampleKernel(
  changed: readonly ResourceDefinition[] = [],
  settings: Partial<PipelineSettings> = {},
): Promise<SampleKernel> {
  const database = await sampleDatabase();
  const names = new Set(changed.map(({ name }) => name));
  const all = [...Object.values(resources).filter(({ name }) => !names.has(name)), ...changed];
  const door = await openDoor(database.db, { resources: all, locales, ...settings });
  const caller: Caller = { tenantId: randomUUID(), rights: ['*'] };
  const send: SampleKernel['send'] = (method, path, body, headers, as = caller) =>
    door.request(as, method, `/b/api/sample/${path}`, { body, headers });
  return {
    database,
    door,
    caller,
    send,
    make: async (path, body) => {
      const answer = await send('POST', path, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body as Made;
    },
    read: async (path) => (await send('GET', path)).body as Made,
    history: async (path) => ((await send('GET', `${path}/history`)).body as { items: HistoryItem[] }).items,
    events: async (id) =>
      (await database.asSuperuser(`SELECT type FROM outbox WHERE aggregate_id = '${id}' ORDER BY seq`)).map(
        ({ type }) => String(type),
      ),
    close: async () => {
      await door.close();
      await database.drop();
    },
  };
}

/** `pointer code` of each thing that is wrong. */
export const errors = (answer: Answer): string[] =>
  (answer.body as { errors: { pointer: string; code: string }[] }).errors.map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
