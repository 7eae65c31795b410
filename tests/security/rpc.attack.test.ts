import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Metadata, Server, ServerCredentials, status, type ServiceDefinition } from '@grpc/grpc-js';
import { topology } from '@coulisse/contracts';
import { budget, expectFound, expectNothingFound, LIMIT_MS } from './lib/run';
import { badCredentials, definitions, keyOfPart, methodsOf, signedCall } from './lib/service-calls';
import { answeredStatus, attackRpc, PERMISSION_DENIED, UNAUTHENTICATED, type Method } from './rpc';

const offset = () => Number(process.env.COULISSE_PORT_OFFSET ?? 0);

test(
  'no method accepts a caller that it does not list',
  () =>
    expectNothingFound((seed) =>
      attackRpc({ methods: methodsOf(offset()), credentials: badCredentials(keyOfPart) }, seed, budget(1, 3)),
    ),
  LIMIT_MS,
);

test('each method accepts at least one part of the product', async () => {
  for (const method of methodsOf(offset())) {
    const codes = await Promise.all(
      topology.map(({ name: caller }) =>
        answeredStatus(method, signedCall(method, { caller, key: keyOfPart(caller) })),
      ),
    );
    const acceptedCodes = codes.filter((code) => code !== PERMISSION_DENIED && code !== UNAUTHENTICATED);
    expect([method.path, acceptedCodes.length > 0]).toEqual([method.path, true]);
  }
}, 60_000);

test('every method of the protos is attacked', () => {
  const root = join(__dirname, '..', '..', 'proto');
  const declared = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.proto'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const name = /^package ([\w.]+);/m.exec(text)?.[1] ?? '';
      const service = /^service (\w+)/m.exec(text)?.[1] ?? '';
      return [...text.matchAll(/^\s+rpc (\w+)\(/gm)].map(
        ([, method = '']) => `/${name}.${service}/${method}`,
      );
    });
  expect(
    definitions()
      .flatMap(({ fullName, methods }) => Object.values(methods).map(({ name }) => `/${fullName}/${name}`))
      .sort(),
  ).toEqual(declared.sort());
});

describe('the attack finds a broken server', () => {
  const path = '/coulisse.crm.v1.TiersService/DescribeTiers';
  const same = (value: Buffer) => value;
  const definition: ServiceDefinition = {
    get: {
      path,
      requestStream: false,
      responseStream: false,
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    },
  };
  /** A server that accepts the calls that `admits` accepts. */
  async function against(admits: (metadata: Metadata) => boolean) {
    const server = new Server();
    server.addService(definition, {
      get: (call: { metadata: Metadata }, reply: (error: object | null, value?: Buffer) => void) =>
        admits(call.metadata)
          ? reply(null, Buffer.alloc(0))
          : reply({ code: status.UNAUTHENTICATED, details: 'no' }),
    });
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const method: Method = {
      service: 'crm',
      path,
      address: `127.0.0.1:${port}`,
      request: Buffer.from([10, 0]),
    };
    const key = (await import('node:crypto')).generateKeyPairSync('ed25519').privateKey;
    try {
      const credentials = badCredentials(() => key);
      return await attackRpc({ methods: [method], credentials }, 1, { requests: 1, isFull: false });
    } finally {
      server.forceShutdown();
    }
  }

  test('and reports nothing for one that refuses every call', async () => {
    expect((await against(() => false)).findings).toEqual([]);
  });
  test('that checks nothing', async () => {
    expectFound(await against(() => true), /DescribeTiers without a credential: answered OK/);
  });
  test('that reads a credential and does not verify it', async () => {
    const outcome = await against((metadata) => metadata.get('x-coulisse-call').length > 0);
    expectFound(outcome, /signed by another key: answered OK/);
    expectFound(outcome, /over another message: answered OK/);
  });
  test('that has no list of callers', async () => {
    const outcome = await against((metadata) =>
      String(metadata.get('x-coulisse-call')[0]).startsWith('1;sales;'),
    );
    expect(outcome.findings).toEqual([]);
    const open = await against((metadata) =>
      String(metadata.get('x-coulisse-call')[0]).startsWith('1;notifications;'),
    );
    expectFound(open, /of notifications: answered OK/);
  });
});
