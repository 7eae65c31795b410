import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Balancer } from '@coulisse/test-kit/balancer';
import { bundle } from '@coulisse/test-kit/bundle';
import { eventually } from '@coulisse/test-kit/eventually';
import { freePort } from '@coulisse/test-kit/free-port';
import { credentialsEnv } from '@coulisse/test-kit/test-credentials';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit/test-database';
import { Agent, request } from 'undici';

jest.setTimeout(180_000);

const PATH = '/app-api/configuration/spectacles';
const [gatewayFolder, serviceFolder] = [0, 1].map(() => mkdtempSync(join(__dirname, '..', '.rolling-test-')));
const processes = new Set<ChildProcess>();
const stops: (() => Promise<unknown>)[] = [];
let database: TestDatabase;

beforeAll(async () => {
  await Promise.all([
    bundle(join(__dirname, '../src/main.ts'), gatewayFolder!),
    bundle(join(__dirname, 'support/replica.ts'), serviceFolder!),
  ]);
  database = await testDatabase(join(__dirname, '..'));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  for (const child of processes) child.kill('SIGKILL');
  processes.clear();
});
afterAll(async () => {
  for (const folder of [gatewayFolder!, serviceFolder!]) rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

interface Replica {
  port: number;
  start(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code. */
  terminate(): Promise<number | null>;
}
async function replica(folder: string, env: Record<string, string>): Promise<Replica> {
  const port = await freePort();
  let child: ChildProcess;
  const self: Replica = {
    port,
    start: async () => {
      child = spawn(process.execPath, [join(folder, 'main.js')], {
        env: { PATH: process.env.PATH, ...env, HTTP_PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      processes.add(child);
      await eventually(
        async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).ok).toBe(true),
        { timeoutMs: 30_000 },
      );
    },
    terminate: async () => {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const code = await ended;
      processes.delete(child);
      return code;
    },
  };
  await self.start();
  return self;
}
const service = (drainMs: number) => replica(serviceFolder!, { DRAIN_MS: String(drainMs) });
const gateway = (upstream: number, env: Record<string, string> = {}) =>
  replica(gatewayFolder!, {
    ...credentialsEnv('gateway'),
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    KEYCLOAK_URL: 'http://127.0.0.1:1',
    PUBLIC_URL: 'http://billets.test',
    FRONT_CLIENT_SECRET: 'secret',
    SESSION_KEY: randomBytes(32).toString('base64'),
    TICKETING_URL: `http://127.0.0.1:${upstream}`,
    DRAIN_MS: '800',
    ...env,
  });
async function balancer(replicas: readonly Replica[], probeMs?: number): Promise<Balancer> {
  const started = await Balancer.start(
    replicas.map(({ port }) => port),
    probeMs,
  );
  stops.push(() => started.stop());
  await eventually(() => expect(replicas.every(({ port }) => started.isReady(port))).toBe(true));
  return started;
}

/** Eight concurrent readers over keep-alive connections. */
function load(port: number) {
  const agent = new Agent({ connections: 8, keepAliveTimeout: 60_000 });
  const count = { done: 0, failed: 0 };
  let isOver = false;
  const reader = async () => {
    while (!isOver) {
      try {
        const { statusCode, body } = await request(`http://127.0.0.1:${port}${PATH}`, { dispatcher: agent });
        await body.dump();
        if (statusCode === 200) count.done += 1;
        else count.failed += 1;
      } catch {
        count.failed += 1;
      }
      await pause(5);
    }
  };
  const readers = Array.from({ length: 8 }, reader);
  const enough = async (requests: number) => {
    const target = count.done + count.failed + requests;
    await eventually(() => expect(count.done + count.failed).toBeGreaterThan(target), { timeoutMs: 30_000 });
  };
  const stop = async () => {
    isOver = true;
    await Promise.all(readers);
    await agent.destroy();
  };
  stops.push(stop);
  return { count, enough, stop };
}
const slow = async (port: number): Promise<number> => {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}${PATH}`, { method: 'POST' });
  await body.dump();
  return statusCode;
};

describe('a service', () => {
  it('loses no request when two replicas are restarted in turn', async () => {
    const replicas = [await service(800), await service(800)];
    const edge = await gateway((await balancer(replicas)).port);
    const { count, enough, stop } = load(edge.port);
    for (const instance of replicas) {
      await enough(100);
      expect(await instance.terminate()).toBe(0);
      await instance.start();
      await enough(100);
    }
    await stop();
    expect(count.failed).toBe(0);
  });

  it('cuts no running request when its only replica restarts; reads are retried until it is back', async () => {
    const singleReplica = await service(300);
    const edge = await gateway(singleReplica.port);
    const { count, enough, stop } = load(edge.port);
    await enough(100);
    const underWay = [slow(edge.port), slow(edge.port)];
    await pause(100);
    expect(await singleReplica.terminate()).toBe(0);
    expect(await Promise.all(underWay)).toEqual([200, 200]);
    await singleReplica.start();
    await enough(100);
    await stop();
    expect(count.failed).toBe(0);
  });

  it('loses requests without drain and retries (control)', async () => {
    const replicas = [await service(0), await service(0)];
    const edge = await gateway((await balancer(replicas)).port, { UPSTREAM_REPEAT_MS: '0' });
    const { count, enough, stop } = load(edge.port);
    await enough(100);
    const alone = load((await gateway(replicas[0]!.port, { UPSTREAM_REPEAT_MS: '0' })).port);
    await alone.enough(50);
    await replicas[0]!.terminate();
    await alone.enough(50);
    await replicas[0]!.start();
    await Promise.all([stop(), alone.stop()]);
    expect(count.failed + alone.count.failed).toBeGreaterThan(0);
  });
});

describe('the gateway', () => {
  it('loses and cuts no request when two replicas are restarted in turn', async () => {
    const upstream = await service(0);
    const replicas = [await gateway(upstream.port), await gateway(upstream.port)];
    const front = await balancer(replicas);
    const { count, enough, stop } = load(front.port);
    for (const instance of replicas) {
      await enough(100);
      const underWay = [slow(instance.port), slow(instance.port)];
      await pause(100);
      expect(await instance.terminate()).toBe(0);
      expect(await Promise.all(underWay)).toEqual([200, 200]);
      await instance.start();
      await eventually(() => expect(front.isReady(instance.port)).toBe(true));
      await enough(100);
    }
    await stop();
    expect(count.failed).toBe(0);
  });

  it('loses requests without drain (control)', async () => {
    const upstream = await service(0);
    const replicas = [
      await gateway(upstream.port, { DRAIN_MS: '0' }),
      await gateway(upstream.port, { DRAIN_MS: '0' }),
    ];
    // The end falls between two probes, however slow the machine is: drain is for that time.
    const { count, enough, stop } = load((await balancer(replicas, 20_000)).port);
    await enough(100);
    await replicas[0]!.terminate();
    await enough(100);
    await stop();
    expect(count.failed).toBeGreaterThan(0);
  });
});
