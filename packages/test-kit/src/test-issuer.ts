import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { identityV1, resourceV1 } from '@coulisse/contracts';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { existingRecords } from './existing-records';

export interface StaffTokenOptions {
  /** Null for the platform's own staff. */
  tenantId: string | null;
  rights?: readonly string[];
  role?: string;
  /** Subject of the token; a new user by default. */
  subject?: string;
  userId?: string;
  /** Ids of the users whom the user manages. */
  team?: readonly string[];
  displayName?: string;
  email?: string;
  language?: 'fr' | 'en';
  tenantName?: string;
  /** Claims that replace the valid ones, for tests of their refusal. */
  claims?: Record<string, unknown>;
}

export interface PublicTokenOptions {
  tenantId: string;
  subject?: string;
  email?: string;
  name?: string;
  claims?: Record<string, unknown>;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Replaces Keycloak and identity in the tests of one service: publishes keys, signs tokens, resolves their actors. */
export class TestIssuer {
  private readonly actors = new Map<string, identityV1.ResolveActorResponse>();
  private readonly privateKey: KeyObject;
  private readonly jwk: object;
  private http: HttpServer | null = null;
  private grpc: Server | null = null;
  url = '';
  identityAddress = '';
  /** What ListTenants returns, by id. */
  readonly tenants = new Map<string, identityV1.TenantParameters>();
  /** Number of ResolveActor calls. */
  resolved = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.privateKey = privateKey;
    this.jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
  }

  async start(): Promise<void> {
    const http = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [this.jwk] }));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    this.http = http;
    this.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const grpc = new Server();
    const resolveActor: identityV1.AccessServiceServer['resolveActor'] = (call, reply) => {
      this.resolved += 1;
      const { subject, impersonatorSubject } = call.request;
      const actor = this.actors.get(subject);
      const impersonator = this.actors.get(impersonatorSubject);
      reply(null, {
        ...(actor ?? identityV1.ResolveActorResponse.fromPartial({ resolved: false })),
        impersonatorId: impersonator?.userId ?? '',
        impersonatorName: impersonator?.displayName ?? '',
      });
    };
    const declareGrants: identityV1.AccessServiceServer['declareGrants'] = (_call, reply) => reply(null, {});
    const listTenants: identityV1.AccessServiceServer['listTenants'] = ({ request }, reply) => {
      const tenants = [...this.tenants.values()].filter(({ tenantId }) => tenantId > request.after);
      reply(null, { tenants: tenants.sort((a, b) => (a.tenantId < b.tenantId ? -1 : 1)) });
    };
    grpc.addService(identityV1.AccessServiceService, { resolveActor, declareGrants, listTenants });
    // In place of every service to whose records those of the tested one refer.
    grpc.addService(resourceV1.ReferenceServiceService, { resolve: existingRecords() });
    const port = await new Promise<number>((resolve, reject) => {
      grpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.grpc = grpc;
    this.identityAddress = `127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.grpc?.forceShutdown();
    this.http?.closeAllConnections();
    await new Promise<void>((resolve) => (this.http ? this.http.close(() => resolve()) : resolve()));
  }

  /** A token of a staff user; from now on ResolveActor returns this user for its subject. */
  staffToken(options: StaffTokenOptions): string {
    const subject = options.subject ?? randomUUID();
    const role = options.role ?? 'ADMINISTRATOR';
    const email = options.email ?? 'staff@example.test';
    this.actors.set(
      subject,
      identityV1.ResolveActorResponse.fromPartial({
        resolved: true,
        // The same subject keeps its user id in every token.
        userId: options.userId ?? this.actors.get(subject)?.userId ?? randomUUID(),
        tenantId: options.tenantId ?? '',
        displayName: options.displayName ?? 'Camille Test',
        email,
        role,
        roles: [role],
        rights: [...(options.rights ?? [])],
        teamIds: [...(options.team ?? [])],
        language: options.language ?? 'fr',
        tenantName: options.tenantName ?? '',
      }),
    );
    const tenant = options.tenantId ? { tenant_id: options.tenantId } : {};
    return this.sign('coulisse', 'coulisse-api', { sub: subject, email, ...tenant, ...options.claims });
  }

  /** A token of an account of the public front. */
  publicToken({ tenantId, subject, email, name, claims }: PublicTokenOptions): string {
    return this.sign('coulisse-front', 'coulisse-front-api', {
      sub: subject ?? randomUUID(),
      tenant_id: tenantId,
      email: email ?? 'public@example.test',
      name: name ?? 'Dominique Public',
      ...claims,
    });
  }

  /** From now on ResolveActor does not know the subject. */
  forget(subject: string): void {
    this.actors.delete(subject);
  }

  private sign(realm: string, audience: string, claims: Record<string, unknown>): string {
    const now = Math.floor(Date.now() / 1_000);
    const header = { alg: 'RS256', typ: 'JWT', kid: 'test' };
    const payload = {
      iss: `${this.url}/realms/${realm}`,
      aud: audience,
      iat: now,
      exp: now + 600,
      typ: 'Bearer',
      ...claims,
    };
    const text = `${base64url(header)}.${base64url(payload)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(this.privateKey, 'base64url')}`;
  }
}

let shared: Promise<TestIssuer> | null = null;
let users = 0;

/** The issuer of this test file, started at the first call. */
export function testIssuer(): Promise<TestIssuer> {
  shared ??= (async () => {
    const issuer = new TestIssuer();
    await issuer.start();
    return issuer;
  })();
  return shared;
}

/** Counts the users of the issuer; the last `leave` stops it. */
export async function useIssuer(): Promise<{ issuer: TestIssuer; leave: () => Promise<void> }> {
  users += 1;
  const issuer = await testIssuer();
  let left = false;
  return {
    issuer,
    leave: async () => {
      if (left) return;
      left = true;
      users -= 1;
      if (users > 0) return;
      shared = null;
      await issuer.stop();
    },
  };
}

export const staffToken = async (options: StaffTokenOptions): Promise<string> =>
  (await testIssuer()).staffToken(options);
export const publicToken = async (options: PublicTokenOptions): Promise<string> =>
  (await testIssuer()).publicToken(options);
