import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { paymentsV1 } from '@coulisse/contracts';
import { testCredentials } from '@coulisse/test-kit/test-credentials';
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import pino from 'pino';
import { Problem } from '../problem/problem';
import { isTransient } from '../problem/to-problem';
import type { ServiceContext } from '../service/context';
import { openClient } from './clients';
import { signCall, verifyCall, type ServiceCredentials, type SignedCall } from './credentials';
import { toGrpcJs } from './definition';
import { PeerClocks } from './peer-clocks';
import { fromStatus } from './problem-status';
import { rpc } from './rpc';
import { GrpcServer } from './server';

const { PaymentServiceDefinition, StartPaymentRequest } = paymentsV1;
const request = StartPaymentRequest.fromPartial({ amountMinor: 100 });
const method = toGrpcJs(PaymentServiceDefinition).startPayment!;
const message = method.requestSerialize(request);
const PATH = '/coulisse.payments.v1.PaymentService/StartPayment';
const TEN_MINUTES = 600_000;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(settings: { credentials?: ServiceCredentials; now?: () => number } = {}) {
  const seen: { caller: string; amount: number }[] = [];
  const served = rpc(
    PaymentServiceDefinition,
    { startPayment: ['ticketing'], recordPayments: [] },
    {
      recordPayments: () => Promise.reject(new Error('nothing records payments here')),
      startPayment: async ({ amountMinor }, _ctx, { caller }) => {
        seen.push({ caller, amount: amountMinor });
        return { paymentId: 'p', provider: 'PAYBOX', formAction: '/', formFields: [] };
      },
    },
  );
  const ctx = { log: pino({ level: 'silent' }) } as unknown as ServiceContext;
  const server = new GrpcServer([served], ctx, {
    host: '127.0.0.1',
    port: 0,
    credentials: testCredentials('payments'),
    ...settings,
  });
  await server.start();
  closers.push(() => server.stop(100));
  return { port: server.port, seen };
}

/** One call with the given metadata; returns the status code. */
function call(port: number, metadata: Metadata, bytes = message): Promise<number> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  closers.push(() => client.close());
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      PATH,
      (value: Buffer) => value,
      method.responseDeserialize,
      bytes,
      metadata,
      { deadline: Date.now() + 3_000 },
      (error) => resolve(error?.code ?? status.OK),
    );
  });
}
const ticketing = testCredentials('ticketing');
const stranger = generateKeyPairSync('ed25519').privateKey;

function signed(changes: Partial<SignedCall> = {}, key = ticketing.key): Metadata {
  const metadata = new Metadata();
  const defaults = { caller: 'ticketing', callee: 'payments', path: PATH, time: Date.now(), message };
  signCall(metadata, { ...defaults, ...changes }, key);
  return metadata;
}
const header = (text: string) => {
  const metadata = new Metadata();
  metadata.set('x-coulisse-call', text);
  return metadata;
};
function withTwoCredentials(): Metadata {
  const metadata = signed();
  metadata.add('x-coulisse-call', String(signed().get('x-coulisse-call')[0]));
  return metadata;
}

it('accepts a listed caller with a valid signature', async () => {
  const { port, seen } = await serve();
  expect(await call(port, signed())).toBe(status.OK);
  expect(seen).toEqual([{ caller: 'ticketing', amount: 100 }]);
});

it.each<[string, () => Metadata, number]>([
  ['no credential', () => new Metadata(), status.UNAUTHENTICATED],
  ['an empty credential', () => header(''), status.UNAUTHENTICATED],
  ['nonsense', () => header('1;ticketing;0;AAAA'), status.UNAUTHENTICATED],
  [
    'the former header format',
    () => header(`ticketing;${Date.now()};${'0'.repeat(64)}`),
    status.UNAUTHENTICATED,
  ],
  ['two credentials', withTwoCredentials, status.UNAUTHENTICATED],
  ['an unknown key', () => signed({}, stranger), status.UNAUTHENTICATED],
  ['an unknown caller', () => signed({ caller: 'stranger' }), status.UNAUTHENTICATED],
  [
    'the name of an object property as caller',
    () => signed({ caller: 'constructor' }),
    status.UNAUTHENTICATED,
  ],
  ['the key of another service', () => signed({ caller: 'gateway' }), status.UNAUTHENTICATED],
  [
    'the signature of a call to another service',
    () => signed({ callee: 'documents' }),
    status.UNAUTHENTICATED,
  ],
  ['the signature of another method', () => signed({ path: `${PATH}x` }), status.UNAUTHENTICATED],
  ['the signature of another message', () => signed({ message: Buffer.from('x') }), status.UNAUTHENTICATED],
  ['a call signed 61 s ago', () => signed({ time: Date.now() - 61_500 }), status.UNAUTHENTICATED],
  ['a call signed 61 s in the future', () => signed({ time: Date.now() + 61_500 }), status.UNAUTHENTICATED],
  [
    'a service that is not on the list of the method',
    () => signed({ caller: 'notifications' }, testCredentials('notifications').key),
    status.PERMISSION_DENIED,
  ],
])('refuses %s', async (_name, metadata, code) => {
  const { port, seen } = await serve();
  expect(await call(port, metadata())).toBe(code);
  expect(seen).toEqual([]);
});

it('refuses a message that was changed in transit, and decodes none before the caller is verified', async () => {
  const { port, seen } = await serve();
  const tampered = method.requestSerialize(StartPaymentRequest.fromPartial({ amountMinor: 1 }));
  expect(await call(port, signed(), tampered)).toBe(status.UNAUTHENTICATED);
  // Not protobuf: if it were decoded, the status would be another one.
  expect(await call(port, new Metadata(), Buffer.from([0xff, 0xff, 0xff]))).toBe(status.UNAUTHENTICATED);
  const garbled = Buffer.from([0x0a, 0xff]);
  expect(await call(port, signed({ message: garbled }), garbled)).toBe(status.INVALID_ARGUMENT);
  expect(seen).toEqual([]);
});

it("accepts a repeated call for one minute by the callee's clock", async () => {
  let now = Date.now();
  const { port, seen } = await serve({ now: () => now });
  const metadata = signed();
  expect(await call(port, metadata)).toBe(status.OK);
  now += 59_000;
  expect(await call(port, metadata)).toBe(status.OK);
  now += 2_000;
  expect(await call(port, metadata)).toBe(status.UNAUTHENTICATED);
  expect(seen).toHaveLength(2);
});

it('accepts the old and the new key while a key is being rotated', () => {
  const fresh = generateKeyPairSync('ed25519');
  const publicKeys = [ticketing.peers.get('ticketing')![0]!, createPublicKey(fresh.privateKey)];
  const payments = { name: 'payments', peers: new Map([['ticketing', publicKeys]]) };
  for (const key of [ticketing.key, fresh.privateKey])
    expect(verifyCall(signed({}, key), { path: PATH, message }, payments)).toEqual({
      trusted: true,
      caller: 'ticketing',
    });
  expect(verifyCall(signed({}, stranger), { path: PATH, message }, payments).trusted).toBe(false);
});

describe('clocks', () => {
  const connect = (port: number, clocks: PeerClocks) => {
    const settings = { credentials: ticketing, clocks };
    const { client, close } = openClient(PaymentServiceDefinition, `127.0.0.1:${port}`, settings);
    closers.push(close);
    return client;
  };

  it.each([TEN_MINUTES, -TEN_MINUTES])(
    'retries once when the clock is %s ms off, and reports the skew',
    async (skew) => {
      const { port, seen } = await serve();
      const clocks = new PeerClocks(() => Date.now() + skew);
      const client = connect(port, clocks);
      await client.startPayment(request);
      await client.startPayment(request);
      expect(seen).toHaveLength(2);
      const [skewed] = clocks.skewed();
      expect(skewed?.peer).toBe('payments');
      expect(Math.abs(skewed!.seconds + skew / 1_000)).toBeLessThanOrEqual(2);
    },
  );

  it('stops correcting a clock that was set right', async () => {
    let skew = TEN_MINUTES;
    const { port } = await serve();
    const clocks = new PeerClocks(() => Date.now() + skew);
    const client = connect(port, clocks);
    await client.startPayment(request);
    skew = 0;
    await client.startPayment(request);
    expect(clocks.skewed()).toEqual([]);
    expect(Math.abs(clocks.timeAt('payments') - Date.now())).toBeLessThan(100);
  });

  it('reports a skew of 40 s although no call is refused, and not one of 10 s', async () => {
    const { port } = await serve();
    const late = new PeerClocks(() => Date.now() - 40_000);
    await connect(port, late).startPayment(request);
    expect(late.skewed()).toHaveLength(1);
    const fine = new PeerClocks(() => Date.now() - 10_000);
    await connect(port, fine).startPayment(request);
    expect(fine.skewed()).toEqual([]);
  });

  it('ignores an implausible time of a peer', () => {
    const clocks = new PeerClocks();
    expect(clocks.observe('payments', Date.now() + 40 * 86_400_000, Date.now(), 30_000)).toBe(false);
    expect(clocks.skewed()).toEqual([]);
  });

  it('rejects a call that is signed with a wrong key', async () => {
    const { port } = await serve();
    const settings = { credentials: { ...ticketing, key: stranger }, clocks: new PeerClocks() };
    const { client, close } = openClient(PaymentServiceDefinition, `127.0.0.1:${port}`, settings);
    closers.push(close);
    const refused = await client.startPayment(request).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ code: 'service.unavailable', cause: { code: status.UNAUTHENTICATED } });
  });
});

it.each([
  [status.UNAUTHENTICATED, true],
  [status.CANCELLED, true],
  [status.INTERNAL, true],
  [status.UNKNOWN, true],
  [status.DEADLINE_EXCEEDED, true],
  [status.UNAVAILABLE, true],
  [status.PERMISSION_DENIED, false],
  [status.NOT_FOUND, false],
  [status.FAILED_PRECONDITION, false],
  [status.INVALID_ARGUMENT, false],
  [status.UNIMPLEMENTED, true],
])('status %s of a peer is transient: %s', (code, passes) => {
  const error: ServiceError = Object.assign(new Error('x'), {
    code,
    details: 'x',
    metadata: new Metadata(),
  });
  expect(isTransient(fromStatus(error))).toBe(passes);
  expect(isTransient(new Error('wrapped', { cause: fromStatus(error) }))).toBe(passes);
  expect(isTransient(error)).toBe(passes);
});
