import type { Caller, ResourceHarness } from '@coulisse/test-kit/describe-resource';
import pino from 'pino';
import { may, type Actor } from '../../src/actor';
import type { ServiceDatabase } from '../../src/database/database';
import { createApp } from '../../src/http/app';
import type { Authenticator } from '../../src/http/authenticator';
import { pipeline } from '../../src/http/pipeline';
import { HttpServer } from '../../src/http/server';
import type { Access } from '../../src/http/types';
import { Pipeline, type PipelineSettings } from '../../src/kernel/pipeline';
import { resourceRoutes } from '../../src/kernel/routes';
import { Problem } from '../../src/problem/problem';
import type { ServiceContext } from '../../src/service/types';
import { sampleCipher } from './sample-cipher';

const USER = '0190a000-0000-7000-8000-000000000001';
/** A caller of whom there may be several in a tenant. */
export type Person = Caller & { readonly userId?: string; readonly impersonator?: Actor['impersonator'] };
const staff = ({ tenantId, rights, userId = USER, impersonator }: Person): Actor => ({
  kind: 'staff',
  userId,
  subject: 'tester',
  tenantId,
  displayName: 'Tess Tester',
  email: 'tess@example.test',
  role: 'TEST',
  roles: ['TEST'],
  rights,
  language: 'en',
  tenantName: null,
  ...(impersonator && { impersonator }),
});

/** The token of a test is its caller. */
export const tokenOf = (caller: Caller) => Buffer.from(JSON.stringify(caller)).toString('base64url');
const callers = {
  staff: async (access: Access, authorization: string | undefined): Promise<Actor> => {
    if (!authorization) throw new Problem('security.not-authenticated');
    const token = authorization.replace('Bearer ', '');
    const actor = staff(JSON.parse(Buffer.from(token, 'base64url').toString()) as Person);
    if (typeof access === 'object' && !may(actor, access.right))
      throw new Problem('security.insufficient-privilege');
    return actor;
  },
  account: async () => null,
} as unknown as Authenticator;

/** The key of an installation that lasts as long as the tests. */
const cipher = sampleCipher();

export interface Door {
  readonly port: number;
  readonly pipeline: Pipeline;
  request: ResourceHarness['request'];
  close(): Promise<void>;
}

/** A documents service that has no file. */
export const noFiles = { files: { describeFiles: async () => ({ files: [] }) } };

/** Some resources served over HTTP as a service serves them, but for the tokens. */
export async function openDoor(
  db: ServiceDatabase,
  settings: PipelineSettings,
  clients: object = {},
): Promise<Door> {
  const failures: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void failures.push(JSON.parse(line)) });
  // The pipeline needs the database of its context, and peers where the test says which.
  const ctx = { db, log, clients } as unknown as ServiceContext;
  const resources = new Pipeline(ctx, { cipher, ...settings });
  const routes = settings.resources.flatMap((resource) => resourceRoutes(resource, resources));
  const http = new HttpServer(
    createApp(
      log,
      routes.map((route) => ({ route, handler: pipeline(route, ctx, db, callers) })),
    ),
    log,
  );
  const port = await http.start('127.0.0.1', 0);

  const request: Door['request'] = async (caller, method, path, { body, headers = {} } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        ...(caller && { authorization: `Bearer ${tokenOf(caller)}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    // What nobody foresaw is a bug of the kernel: the test must show it.
    if (answer.status === 500) throw new Error(JSON.stringify(failures.at(-1)));
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: isJson && text ? (JSON.parse(text) as unknown) : undefined,
      text,
    };
  };
  return { port, pipeline: resources, request, close: () => http.stop(1_000) };
}
