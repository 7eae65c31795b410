import type { Caller, ResourceHarness } from '@coulisse/test-kit/describe-resource';
import pino from 'pino';
import type { Actor } from '@coulisse/service-kit/actor';
import type { ServiceDatabase } from '@coulisse/service-kit/database';
import {
  type Access,
  type Authenticator,
  createApp,
  HttpServer,
  mayCall,
  pipeline,
  type Route,
} from '@coulisse/service-kit/http';
import { exchange } from '@coulisse/resource-exchange';
import type { Pipeline, PipelineSettings, ResourceExtension } from '@coulisse/resource-server/extension';
import {
  jobRights,
  openPipeline,
  type RecordOwners,
  resourceRoutes,
} from '@coulisse/resource-server/testing';
import { Problem } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { sampleCipher } from './sample-cipher';

const USER = '0190a000-0000-7000-8000-000000000001';
/** A caller, impersonated or not. */
export type Person = Caller & { readonly impersonator?: Actor['impersonator'] };
const staff = ({ tenantId, rights, userId = USER, team = [], impersonator }: Person): Actor => ({
  kind: 'staff',
  userId,
  subject: 'tester',
  tenantId,
  displayName: 'Tess Tester',
  email: 'tess@example.test',
  role: 'TEST',
  roles: ['TEST'],
  rights,
  team,
  language: 'en',
  tenantName: null,
  ...(impersonator && { impersonator }),
});

/** A test token: the encoded caller. */
export const tokenOf = (caller: Caller) => Buffer.from(JSON.stringify(caller)).toString('base64url');
const callers = {
  staff: async (access: Access, authorization: string | undefined): Promise<Actor> => {
    if (!authorization) throw new Problem('security.not-authenticated');
    const token = authorization.replace('Bearer ', '');
    const actor = staff(JSON.parse(Buffer.from(token, 'base64url').toString()) as Person);
    if (access !== 'public' && !mayCall(actor, access)) throw new Problem('security.insufficient-privilege');
    return actor;
  },
  account: async () => null,
} as unknown as Authenticator;

/** A random installation key, valid for the test run. */
const cipher = sampleCipher();

export interface ResourceServer {
  readonly port: number;
  readonly pipeline: Pipeline;
  request: ResourceHarness['request'];
  close(): Promise<void>;
}

/** A documents client without any file. */
export const noFiles = { files: { describeFiles: async () => ({ files: [] }) } };

/** Serves resources over HTTP as a service does, but with test tokens. */
export async function serveResources(
  db: ServiceDatabase,
  settings: PipelineSettings & {
    extensions?: readonly ResourceExtension[];
    routes?: readonly Route[];
    owners?: RecordOwners;
  },
  clients: object = {},
): Promise<ResourceServer> {
  const failures: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void failures.push(JSON.parse(line)) });
  // The pipeline needs only the database of the context, and what the test passes.
  const ctx = { db, log, clients, owners: settings.owners } as unknown as ServiceContext;
  const { extensions = [exchange] } = settings;
  const resources = openPipeline(ctx, { cipher, jobRights: jobRights(extensions), ...settings });
  const routes = [
    ...(settings.routes ?? []),
    ...settings.resources.flatMap((resource) => resourceRoutes(resource, resources, extensions)),
  ];
  const http = new HttpServer(
    createApp(
      log,
      routes.map((route) => ({ route, handler: pipeline(route, ctx, db, callers) })),
    ),
    log,
  );
  const port = await http.start('127.0.0.1', 0);

  const request: ResourceServer['request'] = async (caller, method, path, { body, headers = {} } = {}) => {
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
    // A 500 is a bug of the kernel: the test must fail with its error.
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
