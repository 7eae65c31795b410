import { randomBytes } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { topology } from '@coulisse/contracts';
import { credentialsEnv } from '@coulisse/test-kit/test-credentials';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit/test-database';
import { readConfig } from '../../src/config';
import { startGateway, type RunningGateway } from '../../src/gateway';
import { FakeFrontRealm, KEYCLOAK, staffRealm } from './fake-ports';
import { FakeService } from './fake-service';

export interface Harness {
  url: string;
  /** Stands for every service; the path shows which one was called. */
  service: FakeService;
  realm: FakeFrontRealm;
  database: TestDatabase;
  staffToken: (audience?: string) => Promise<string>;
  /** `fetch` of a path of the gateway; redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  gateway: RunningGateway;
  stop(): Promise<void>;
}

/** A gateway with a real database, a fake service and the files of `front` as its fronts. */
export async function startHarness(
  env: Record<string, string> = {},
  front: Record<string, string> = {},
): Promise<Harness> {
  const [database, service, staff, fronts] = await Promise.all([
    testDatabase(join(__dirname, '../..')),
    FakeService.start(),
    staffRealm(),
    mkdtemp(join(tmpdir(), 'fronts-')),
  ]);
  for (const [path, content] of Object.entries(front)) {
    await mkdir(dirname(join(fronts, path)), { recursive: true });
    await writeFile(join(fronts, path), content);
  }
  const realm = new FakeFrontRealm();
  const urls: [string, string][] = topology
    .filter((part) => part.kind === 'service')
    .map((part) => [`${part.name.toUpperCase()}_URL`, service.url]);
  const config = readConfig({
    ...credentialsEnv('gateway'),
    HTTP_PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    KEYCLOAK_URL: KEYCLOAK,
    KEYCLOAK_INTERNAL_URL: service.url,
    PUBLIC_URL: 'http://billets.test',
    FRONT_CLIENT_SECRET: 'secret',
    SESSION_KEY: randomBytes(32).toString('base64'),
    FORM_ACTION_ORIGINS: 'https://bank.test',
    FRONTS_DIR: fronts,
    STOP_TIMEOUT_MS: '500',
    DRAIN_MS: '0',
    OWN_HOSTS_EVERY_MS: '0',
    ...Object.fromEntries(urls),
    ...env,
  });
  const gateway = await startGateway(config, { verifier: staff.verifier, realm, accounts: realm });
  const url = `http://127.0.0.1:${gateway.port}`;
  return {
    url,
    service,
    realm,
    database,
    gateway,
    staffToken: (audience) => staff.token(audience),
    fetch: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
    stop: async () => {
      await gateway.stop();
      await service.stop();
      await database.drop();
      await rm(fronts, { recursive: true });
    },
  };
}
