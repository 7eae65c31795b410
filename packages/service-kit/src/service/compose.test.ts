import { paymentsV1 } from '@coulisse/contracts';
import { testCredentials } from '@coulisse/test-kit/test-credentials';
import { Container, type ServiceIdentifier } from 'inversify';
import pino from 'pino';
import { consumer } from '../events/consumer';
import { openClient } from '../grpc/clients';
import { rpc } from '../grpc/rpc';
import { GrpcServer } from '../grpc/server';
import { route } from '../http/route';
import { bindFeature } from './bind-feature';
import { compose } from './compose';
import type { ServiceContext } from './context';
import type { Manifest } from './manifest';

interface PriceList {
  priceOf(seat: string): number;
}
interface Bank {
  readonly name: string;
}
const PRICE_LIST: ServiceIdentifier<PriceList> = Symbol('PriceList');
const BANK: ServiceIdentifier<Bank> = Symbol('Bank');

class Sale {
  constructor(
    private readonly prices: PriceList,
    private readonly bank: Bank,
  ) {}

  offer(seat: string): string {
    return `${seat} costs ${this.prices.priceOf(seat)} at ${this.bank.name}`;
  }
}

const access = 'public';
const log = pino({ level: 'silent' });
const ctx = { name: 'payments', log } as unknown as ServiceContext;

const manifest: Manifest = {
  name: 'payments',
  routes: [route.get('/static', { summary: 'Needs no port', access }, async () => 'static')],
  consumers: [consumer('crm.tiers.v1', 'payments.on-tiers', {})],
  bind: (container) => {
    bindFeature(container, Sale, [PRICE_LIST, BANK]);
    container.bind(PRICE_LIST).toConstantValue({ priceOf: () => 42 });
    container.bind(BANK).toConstantValue({ name: 'the bank' });
  },
  compose: (container) => {
    const sale = container.get(Sale);
    return {
      modules: [
        () => ({
          routes: [route.get('/module', { summary: 'Of a module', access }, async () => sale.offer('M1'))],
        }),
      ],
      routes: [route.get('/offer', { summary: 'Needs a port', access }, async () => sale.offer('A1'))],
      rpc: [
        rpc(
          paymentsV1.PaymentServiceDefinition,
          { startPayment: ['ticketing'], recordPayments: [] },
          {
            recordPayments: () => Promise.reject(new Error('nothing records payments here')),
            startPayment: async () => ({
              paymentId: 'p1',
              provider: sale.offer('B2'),
              formAction: '/',
              formFields: [],
            }),
          },
        ),
      ],
      consumers: [consumer('ticketing.reservation.v1', 'payments.on-reservation', {})],
    };
  },
};

describe('the composition of a service', () => {
  it('has a route that answers with the values of its ports', async () => {
    const { routes, modules } = compose(manifest, new Container(), ctx);
    expect(routes.map(({ path }) => path)).toEqual(['/static', '/offer']);
    const answers = [...routes, ...modules.flatMap((mounted) => mounted.routes ?? [])].map(({ handler }) =>
      handler({} as never, ctx, {} as never),
    );
    expect(await Promise.all(answers)).toEqual([
      'static',
      'A1 costs 42 at the bank',
      'M1 costs 42 at the bank',
    ]);
  });

  it('has a method that answers with the values of its ports over the wire', async () => {
    const parts = compose(manifest, new Container(), ctx);
    const server = new GrpcServer(parts.rpc, ctx, {
      host: '127.0.0.1',
      port: 0,
      credentials: testCredentials('payments'),
    });
    await server.start();
    const { client, close } = openClient(paymentsV1.PaymentServiceDefinition, `127.0.0.1:${server.port}`, {
      credentials: testCredentials('ticketing'),
    });
    try {
      const request = paymentsV1.StartPaymentRequest.fromPartial({});
      expect((await client.startPayment(request)).provider).toBe('B2 costs 42 at the bank');
    } finally {
      close();
      await server.stop(100);
    }
  });

  it('has the consumers of the manifest and the composed ones, of which no two have the same name', () => {
    expect(compose(manifest, new Container(), ctx).consumers.map(({ name }) => name)).toEqual([
      'payments.on-tiers',
      'payments.on-reservation',
    ]);
    const repeated: Manifest = { ...manifest, compose: () => ({ consumers: manifest.consumers ?? [] }) };
    expect(() => compose(repeated, new Container(), ctx)).toThrow('payments.on-tiers');
    const [listed] = manifest.consumers ?? [];
    const withRepeatedConsumer: Manifest = { name: 'payments', consumers: [listed!, listed!] };
    expect(() => compose(withRepeatedConsumer, new Container(), ctx)).toThrow('payments.on-tiers');
  });

  it('builds a feature once', () => {
    const container = new Container();
    compose(manifest, container, ctx);
    expect(container.get(Sale)).toBe(container.get(Sale));
  });

  it('fails when a port has no binding', () => {
    const unbound: Manifest = {
      ...manifest,
      bind: (container) => bindFeature(container, Sale, [PRICE_LIST, BANK]),
    };
    expect(() => compose(unbound, new Container(), ctx)).toThrow('PriceList');
  });
});

it('a handler cannot resolve a port: the context has none', () => {
  // @ts-expect-error -- this test does not compile if the context resolves bindings
  expect(ctx.get).toBeUndefined();
  // @ts-expect-error -- nor if it carries the container
  expect(ctx.container).toBeUndefined();
});
