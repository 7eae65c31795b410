import type { Actor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { FILES } from '@coulisse/resource-client';
import {
  sampleDescriptor,
  type SampleRights,
  spareDescriptor,
  venueDescriptor,
  withRights,
} from '../descriptor';
import { sampleRows, spareRows, venueRows } from '../rows';
import { bulkAnswer } from './bulk';
import { importsAnswer } from './imports';
import { jobsAnswer } from './jobs';
import { groupsAnswer, listAnswer, neighboursAnswer, totalsAnswer } from './lists';
import { json, problemResponse, SampleProblem } from './problem';
import { createRow, presented, recordAnswer } from './records';
import { readRequest, type SampleRequest } from './request';
import { ACTOR_NAME, type SampleStore } from './store';
import { timelineAnswer } from './timeline';
import { viewsAnswer } from './views';

export interface SampleServerOptions {
  /** Delay of every response. */
  latencyMs?: number;
  /** A response in place of the usual one, for errors; null leaves the usual one. */
  fail?: (request: SampleRequest) => Response | null | Promise<Response | null>;
  /** The records of the sample resource. */
  rows?: readonly ResourceRow[];
  /** The user's rights to the sample resource. */
  rights?: SampleRights;
}

export type SampleServer = typeof fetch;

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 16"><rect width="24" height="16" fill="#b7791f"/></svg>';

const createStores = ({ rows = sampleRows, rights = {} }: SampleServerOptions) => {
  let made = 0;
  const files = new Map<string, string>();
  const stores: SampleStore[] = [];
  const rowLabel = (target: string | undefined, id: string): string | null => {
    const store = stores.find(({ descriptor }) => descriptor.name === target);
    const row = store?.rows.find((candidate) => candidate.id === id);
    return row && store ? String(row[store.descriptor.labelField]) : null;
  };
  const nextId = (kind: string): string => {
    made += 1;
    return `${kind}-new-${made}`;
  };
  let latest = 0;
  // No two moments are the same, so that an order of events which holds by chance on a fast machine never holds here.
  const now = (): string => {
    latest = Math.max(Date.now(), latest + 1);
    return new Date(latest).toISOString();
  };
  const open = (descriptor: ResourceDescriptor, initial: readonly ResourceRow[]): SampleStore => ({
    descriptor,
    rows: initial.map((row) => ({ version: 1, ...row })),
    history: new Map(),
    attachments: new Map(),
    views: [],
    jobs: [],
    uploads: [],
    nextId,
    now,
    labelOf: (target, id) => rowLabel(target, id) ?? files.get(id) ?? null,
  });
  stores.push(
    open(withRights(rights), rows),
    open(venueDescriptor, venueRows),
    open(spareDescriptor, spareRows),
  );
  return { stores, files, nextId };
};

/** The current user: all rights except those that `rights` removes from the resource. */
export const sampleActor: Actor = {
  id: 'user-001',
  displayName: ACTOR_NAME,
  email: 'camille.regie@theatre-rouge.fr',
  role: 'stage',
  roles: ['stage'],
  rights: [`${sampleDescriptor.rights}.*`, `${venueDescriptor.rights}.*`, `${spareDescriptor.rights}.*`],
  language: 'fr',
  tenant: { id: 'tenant-001', name: 'Théâtre rouge', slug: 'theatre-rouge', timeZone: 'Europe/Paris' },
  impersonator: null,
};

/** Requests of a resource that do not concern one record. */
const listRoutes = (store: SampleStore, request: SampleRequest, head: string, rest: string): unknown => {
  switch (head) {
    case '_totals':
      return totalsAnswer(store, request);
    case '_groups':
      return groupsAnswer(store, request);
    case '_views':
      return viewsAnswer(store, request, rest);
    case '_jobs':
      return jobsAnswer(store, request, rest);
    case '_imports':
      return importsAnswer(store, request, rest);
    case '_bulk':
      return bulkAnswer(store, request);
    case '_export':
      return new Response('Nom\n', { status: 200, headers: { 'Content-Type': 'text/csv' } });
    default:
      return undefined;
  }
};

const ABILITY: Readonly<Record<string, 'read' | 'update' | 'delete'>> = {
  GET: 'read',
  PATCH: 'update',
  POST: 'update',
  DELETE: 'delete',
};

const resourceAnswer = (store: SampleStore, request: SampleRequest, tail: string): unknown => {
  const { may } = store.descriptor;
  if (!may.read) throw new SampleProblem('security.insufficient-privilege');
  if (tail === '' && request.method === 'GET') return listAnswer(store, request);
  if (tail === '') {
    if (!may.create) throw new SampleProblem('security.insufficient-privilege');
    return json(presented(store, createRow(store, request.body)), 201);
  }
  const [head = '', ...others] = tail.split('/');
  const rest = others.join('/');
  if (head.startsWith('_')) return listRoutes(store, request, head, rest);
  const ability = rest.startsWith('attachments/') ? 'update' : ABILITY[request.method];
  if (ability && !may[ability]) throw new SampleProblem('security.insufficient-privilege');
  if (rest === 'neighbours') return neighboursAnswer(store, request, head);
  const timeline = timelineAnswer(store, request, head, rest);
  return timeline === undefined ? recordAnswer(store, request, head, rest) : timeline;
};

/** Answers the requests of the generic screens from memory, as the real services do. */
export const createSampleServer = (options: SampleServerOptions = {}): SampleServer => {
  const { stores, files, nextId } = createStores(options);

  const fileAnswer = (request: SampleRequest): unknown => {
    if (request.method !== 'POST' || !request.file)
      return new Response(PICTURE, { status: 200, headers: { 'Content-Type': 'image/svg+xml' } });
    const id = nextId('file');
    const name = decodeURIComponent(request.headers['x-file-name'] ?? 'file');
    files.set(id, name);
    return { id, name, mediaType: request.headers['content-type'] ?? '', size: request.file.size };
  };
  const answer = (request: SampleRequest): unknown => {
    if (request.path === '/b/api/_resources')
      return { resources: stores.map(({ descriptor }) => descriptor).filter(({ may }) => may.read) };
    if (request.path === '/b/api/core/me') return sampleActor;
    if (request.path.startsWith(FILES)) return fileAnswer(request);
    const store = stores.find(({ descriptor: { path } }) => `${request.path}/`.startsWith(`${path}/`));
    return store && resourceAnswer(store, request, request.path.slice(store.descriptor.path.length + 1));
  };
  const respond = async (request: SampleRequest): Promise<Response> => {
    try {
      const body = await answer(request);
      if (body instanceof Response) return body;
      if (body === undefined) return problemResponse('http.404', request.language);
      return body === null ? new Response(null, { status: 204 }) : json(body);
    } catch (failure) {
      if (!(failure instanceof SampleProblem)) throw failure;
      return problemResponse(failure.code, request.language, failure.fields);
    }
  };
  return async (input, init) => {
    const request = readRequest(input, init);
    if (options.latencyMs) await new Promise((resolve) => setTimeout(resolve, options.latencyMs));
    if (init?.signal?.aborted) throw new DOMException('The request was stopped', 'AbortError');
    return (await options.fail?.(request)) ?? respond(request);
  };
};
