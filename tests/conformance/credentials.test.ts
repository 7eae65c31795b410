import { generateKeyPairSync } from 'node:crypto';
import { topology } from '@coulisse/contracts';
import type { Manifest, Rpc } from '@coulisse/service-kit';
import { GrpcServer, peerOf, signCall, toGrpcJs } from '@coulisse/service-kit/grpc';
import { testCredentials } from '@coulisse/test-kit/test-credentials';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { manifests, partsOf } from './parts-of-services';

const partNamed = (name: string) => topology.find((part) => part.name === name);
const stranger = generateKeyPairSync('ed25519').privateKey;

const methods = manifests.flatMap((manifest) =>
  partsOf(manifest).rpc.flatMap((rpc) =>
    Object.entries(toGrpcJs(rpc.definition)).map(([name, { path }]) => ({
      service: manifest.name,
      rpc,
      name,
      path,
      callers: rpc.callers[name] ?? [],
    })),
  ),
);

it('checks every service of the topology', () => {
  const services = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  expect(manifests.map(({ name }) => name).sort()).toEqual([...services].sort());
  expect(methods.length).toBeGreaterThanOrEqual(13);
});

describe('the callers of each method match the topology', () => {
  test.each(methods)('$path', ({ service, callers }) => {
    expect(callers.length).toBeGreaterThan(0);
    for (const caller of callers) expect(partNamed(caller)?.calls).toContain(service);
  });

  test.each(manifests)(
    '$name calls only services that list it as a caller',
    ({ name, clients }: Manifest) => {
      for (const definition of Object.values(clients ?? {})) {
        expect(partNamed(name)?.calls).toContain(peerOf(definition));
        const served = methods.filter(({ path }) => path.startsWith(`/${definition.fullName}/`));
        expect(served.length).toBeGreaterThan(0);
        // A service need not call every method of a definition, but one that it may not call at all is a mistake.
        expect(served.some(({ callers }) => callers.includes(name))).toBe(true);
      }
    },
  );

  test('the callers of ResolveActor are the services that resolve actors at identity', () => {
    const { callers } = methods.find(({ path }) => path.endsWith('/ResolveActor'))!;
    const asking = manifests.filter(({ resolveActor }) => !resolveActor).map(({ name }) => name);
    expect([...callers].sort()).toEqual([...asking].sort());
  });
});

describe('every method refuses a caller that is not authenticated as one of its callers', () => {
  const closers: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });
  const reached: string[] = [];
  const ports = new Map<string, Promise<number>>();

  /** Serves the manifest's methods with handlers that only record that they were reached. */
  async function serve(manifest: Manifest): Promise<number> {
    const noting = partsOf(manifest).rpc.map(({ definition, callers }): Rpc => {
      const service = toGrpcJs(definition);
      const handlers = Object.entries(service).map(([method, { path, responseDeserialize }]) => [
        method,
        async () => {
          reached.push(path);
          return responseDeserialize(Buffer.alloc(0)) as unknown;
        },
      ]);
      return { definition, callers, handlers: Object.fromEntries(handlers) as Rpc['handlers'] };
    });
    const log = { warn: () => undefined, error: () => undefined, debug: () => undefined };
    const server = new GrpcServer(noting, { log } as never, {
      host: '127.0.0.1',
      port: 0,
      credentials: testCredentials(manifest.name),
    });
    await server.start();
    closers.push(() => server.stop(100));
    return server.port;
  }
  async function call(service: string, path: string, metadata: Metadata, message: Buffer = Buffer.alloc(0)) {
    if (!ports.has(service)) ports.set(service, serve(manifests.find(({ name }) => name === service)!));
    const client = new Client(`127.0.0.1:${await ports.get(service)!}`, credentials.createInsecure());
    try {
      return await new Promise<number>((resolve) => {
        const raw = (bytes: Buffer) => bytes;
        const options = { deadline: Date.now() + 5_000 };
        client.makeUnaryRequest(path, raw, raw, message, metadata, options, (error) =>
          resolve(error?.code ?? status.OK),
        );
      });
    } finally {
      client.close();
    }
  }

  test.each(methods)('$path', async ({ service, path, callers }) => {
    const caller = callers[0]!;
    const sign = (changes: object = {}, key = testCredentials(caller).key) => {
      const metadata = new Metadata();
      const signedFields = { caller, callee: service, path, time: Date.now(), message: Buffer.alloc(0) };
      signCall(metadata, { ...signedFields, ...changes }, key);
      return metadata;
    };
    const otherPath = methods.find((other) => other.path !== path)!.path;
    const otherPart = topology.find(({ name }) => name !== service)!.name;
    const refused: Record<string, [Metadata, Buffer?]> = {
      'no credential': [new Metadata()],
      'a key that nobody knows': [sign({}, stranger)],
      'another method': [sign({ path: otherPath })],
      'another service': [sign({ callee: otherPart })],
      'a changed message': [sign(), Buffer.from([0x08, 0x01])],
      'an old call': [sign({ time: Date.now() - 120_000 })],
      'a call of tomorrow': [sign({ time: Date.now() + 86_400_000 })],
    };
    const codes: Record<string, number> = {};
    for (const [name, [metadata, message]] of Object.entries(refused))
      codes[name] = await call(service, path, metadata, message);
    expect(codes).toEqual(
      Object.fromEntries(Object.keys(refused).map((name) => [name, status.UNAUTHENTICATED])),
    );

    for (const { name } of topology) {
      const metadata = sign({ caller: name }, testCredentials(name).key);
      const before = reached.length;
      const code = await call(service, path, metadata);
      const isAllowed = (callers as readonly string[]).includes(name);
      expect([name, code]).toEqual([name, isAllowed ? status.OK : status.PERMISSION_DENIED]);
      expect(reached.length - before).toBe(isAllowed ? 1 : 0);
    }
    expect(reached).toHaveLength(
      reached.filter((seen) => methods.some((method) => method.path === seen)).length,
    );
  });
});
