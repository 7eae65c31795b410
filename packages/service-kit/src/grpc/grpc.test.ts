import { paymentsV1 } from '@coulisse/contracts';
import { testCredentials } from '@coulisse/test-kit/test-credentials';
import { status } from '@grpc/grpc-js';
import pino from 'pino';
import { Problem } from '../problem/problem';
import type { ServiceContext } from '../service/context';
import { currentTrace, withTrace } from '../telemetry/trace';
import { openClient, openClients } from './clients';
import { serviceConfigOf } from './definition';
import { rpc } from './rpc';
import { GrpcServer } from './server';
import type { RpcCall } from './handler-types';

const { PaymentServiceDefinition, PaymentServiceService, StartPaymentRequest } = paymentsV1;
type Request = paymentsV1.StartPaymentRequest;
type Answer = paymentsV1.StartPaymentResponse;

const ANSWER: Answer = {
  paymentId: 'p1',
  provider: 'PAYBOX',
  formAction: '/',
  formFields: [{ name: 'a', value: 'é' }],
};
const CALLERS = { startPayment: ['ticketing'], recordPayments: [] } as const;
const recordPayments = () => Promise.reject(new Error('nothing records payments here'));
const PAYMENTS = testCredentials('payments');
const request = StartPaymentRequest.fromPartial({ amountMinor: 100 });
const closers: (() => unknown)[] = [];

async function serve(handler: (request: Request, call: RpcCall) => Promise<Answer>, definition?: 'generic') {
  const ctx = { log: pino({ level: 'silent' }) } as unknown as ServiceContext;
  const served =
    definition === 'generic'
      ? rpc(PaymentServiceDefinition, CALLERS, {
          recordPayments,
          startPayment: (received, _ctx, call) => handler(received, call),
        })
      : rpc(PaymentServiceService, CALLERS, {
          recordPayments,
          startPayment: (received, _ctx, call) => handler(received, call),
        });
  const server = new GrpcServer([served], ctx, { host: '127.0.0.1', port: 0, credentials: PAYMENTS });
  await server.start();
  closers.push(() => server.stop(100));
  return server;
}
const connect = (port: number) => {
  const { client, close } = openClient(PaymentServiceDefinition, `127.0.0.1:${port}`, {
    credentials: testCredentials('ticketing'),
  });
  closers.push(close);
  return client;
};

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it.each(['generic', undefined] as const)('answers over the wire (%s definition)', async (definition) => {
  const { port } = await serve(
    async ({ amountMinor }) => ({ ...ANSWER, paymentId: String(amountMinor) }),
    definition,
  );
  expect(await connect(port).startPayment(request)).toEqual({ ...ANSWER, paymentId: '100' });
});

it('transfers a problem with its params and errors', async () => {
  const errors = [{ pointer: '/amount', code: 'validation.value-max' as const, params: { max: 5 } }];
  const { port } = await serve(async () => {
    throw new Problem('payment.exceeds-remaining-due', { params: { max: 5 }, errors });
  });
  const problem: Problem = await connect(port)
    .startPayment(request)
    .then(fail, (error: Problem) => error);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({
    code: 'payment.exceeds-remaining-due',
    status: 422,
    params: { max: 5 },
    errors,
  });
});

const fail = (): never => {
  throw new Error('it should have been refused');
};

it('does not send the text of a bug to the caller', async () => {
  const { port } = await serve(async () => {
    throw new Error('the secret of the house');
  });
  const problem: Problem = await connect(port)
    .startPayment(request)
    .then(fail, (error: Problem) => error);
  expect(problem.code).toBe('internal');
  expect(JSON.stringify(problem.cause)).not.toContain('house');
});

it('gives up at the deadline, and aborts the handler', async () => {
  let wasAborted = false;
  let heard: () => void;
  const aborted = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const { port } = await serve(
    (_request, { signal, deadline }) =>
      new Promise((_, reject) => {
        expect(deadline!.getTime() - Date.now()).toBeLessThanOrEqual(300);
        signal.addEventListener('abort', () => {
          wasAborted = true;
          heard();
          reject(new Error('gone'));
        });
      }),
  );
  const started = Date.now();
  const problem: Problem = await connect(port)
    .startPayment(request, { deadlineMs: 300 })
    .then(fail, (error: Problem) => error);
  expect(problem.code).toBe('service.unavailable');
  expect(Date.now() - started).toBeGreaterThanOrEqual(280);
  await aborted;
  expect(wasAborted).toBe(true);
});

it('waits as long as its caller allows', async () => {
  let left = 0;
  const { port } = await serve(async (_request, { deadline }) => {
    left = deadline!.getTime() - Date.now();
    return ANSWER;
  });
  await connect(port).startPayment(request, { deadlineMs: 40_000 });
  expect(left).toBeGreaterThan(30_000);
  expect(left).toBeLessThanOrEqual(40_000);
});

it('passes the remaining deadline on to the next call', async () => {
  let left = 0;
  const last = await serve(async (_request, { deadline }) => {
    left = deadline!.getTime() - Date.now();
    return ANSWER;
  });
  const next = connect(last.port);
  const first = await serve(async (received) => next.startPayment(received, { deadlineMs: 60_000 }));
  await connect(first.port).startPayment(request, { deadlineMs: 2_000 });
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(2_000);
});

it('says when the peer wants to be asked again', async () => {
  const { port } = await serve(() => {
    throw new Problem('service.unavailable', { headers: { 'Retry-After': '17', 'X-Other': 'x' } });
  });
  const problem: Problem = await connect(port)
    .startPayment(request, { deadlineMs: 2_000 })
    .then(fail, (error: Problem) => error);
  expect(problem).toMatchObject({ code: 'service.unavailable', headers: { 'Retry-After': '17' } });
  expect(problem.headers).not.toHaveProperty('X-Other');
});

it('retries an idempotent call while the peer is unavailable', async () => {
  let calls = 0;
  const { port } = await serve(async () => {
    calls += 1;
    if (calls < 3) throw new Problem('service.unavailable');
    return ANSWER;
  });
  await connect(port).startPayment(request);
  expect(calls).toBe(3);
});

it('rejects with service.unavailable when the peer does not respond', async () => {
  const problem = await connect(1)
    .startPayment(request, { deadlineMs: 500 })
    .then(fail, (error: Problem) => error);
  expect(problem).toMatchObject({ code: 'service.unavailable', kind: 'unavailable' });
});

it('retries only what the proto declares idempotent, and sets no timeout beside that of the caller', () => {
  const [method] = Object.values(PaymentServiceDefinition.methods);
  const definition = {
    ...PaymentServiceDefinition,
    methods: { a: method!, b: { ...method!, name: 'Other', options: {} } },
  };
  const { methodConfig } = serviceConfigOf(definition) as {
    methodConfig: { timeout?: object; retryPolicy?: object }[];
  };
  expect(methodConfig.map(({ retryPolicy }) => Boolean(retryPolicy))).toEqual([true, false]);
  expect(methodConfig.every(({ timeout }) => timeout === undefined)).toBe(true);
});

it("runs in the caller's trace", async () => {
  let seen: string | undefined;
  const { port } = await serve(async () => {
    seen = currentTrace()?.traceId;
    return ANSWER;
  });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await withTrace(`00-${traceId}-00f067aa0ba902b7-01`, () => connect(port).startPayment(request));
  expect(seen).toBe(traceId);
});

it('throws when the manifest does not list the client', () => {
  const { clients } = openClients(
    {},
    { credentials: testCredentials('crm'), addressOf: () => '127.0.0.1:1' },
  );
  expect(() => clients.payments).toThrow('crm does not list "payments"');
});

describe('every call is answered', () => {
  const hostile = () =>
    new Proxy(new Error('x'), {
      get: () => {
        throw new Error('no field can be read');
      },
    });
  const unwritable = new Problem('payment.exceeds-remaining-due', { params: { max: 12n as never } });

  it.each<[string, unknown]>([
    ['an error whose fields throw', hostile()],
    ['a problem that JSON cannot write', unwritable],
    ['undefined', undefined],
    ['a string', 'no'],
  ])('%s', async (_name, thrown) => {
    const { port } = await serve(async () => {
      throw thrown;
    });
    const problem: Problem = await connect(port)
      .startPayment(request, { deadlineMs: 2_000 })
      .then(fail, (error: Problem) => error);
    expect((problem.cause as { code: number }).code).toBe(status.INTERNAL);
  });

  it('also when the log throws', async () => {
    const log = Object.assign(pino({ level: 'silent' }), {
      error: () => {
        throw new Error('the log does not work');
      },
    });
    const served = rpc(PaymentServiceService, CALLERS, {
      recordPayments,
      startPayment: async () => {
        throw new Error('a bug');
      },
    });
    const ctx = { log } as unknown as ServiceContext;
    const server = new GrpcServer([served], ctx, { host: '127.0.0.1', port: 0, credentials: PAYMENTS });
    await server.start();
    closers.push(() => server.stop(100));
    const problem: Problem = await connect(server.port)
      .startPayment(request, { deadlineMs: 2_000 })
      .then(fail, (error: Problem) => error);
    expect((problem.cause as { code: number }).code).toBe(status.INTERNAL);
  });
});
