import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { topics } from '@coulisse/contracts';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { service as payments } from '../../services/payments/src/service';
import { PrivateKafka } from '../../services/payments/test/support/private-kafka';
import { service as sales } from '../../services/sales/src/service';
import { FakeCrm } from '../../services/sales/test/support/fake-crm';
import { FakePeers } from '../../services/sales/test/support/fake-peers';

/** A record or a problem, as far as the tests read it. */
export interface Answered {
  id: string;
  billId: string;
  versionId: string;
  version: number;
  code: string;
  state: string;
  title: string;
  issuedOn: string | null;
  dueOn: string | null;
  validUntil: string | null;
  totalHT: string;
  totalVAT: string;
  totalTTC: string;
  totalBilled: string;
  totalLeftToBill: string;
  amountPaid: string;
  amountBoxOffice: string;
  amountCredited: string;
  amountLeft: string;
  amountFree: string;
  isDeposit: boolean;
  seller: { name: string } | null;
  buyer: { name: string } | null;
  vatTable: { rate: string; discount: string; base: string; vat: string }[];
  deposits: { label: string; rate: string; base: string; vat: string }[];
  groups: { id: string; label: string; totalHT: string }[];
  items: {
    id: string;
    label: string;
    quantity: string;
    unitPrice: string;
    totalHT: string;
    option: string | null;
    group: string | null;
    quoteItem: string | null;
  }[];
  uses: { kind: string; amount: string }[];
  errors: { pointer: string; code: string; params: Record<string, unknown> }[];
}

/** Sales and payments with their databases, joined by Kafka; crm, documents and notifications in their place. */
export interface Office {
  readonly crm: FakeCrm;
  readonly peers: FakePeers;
  /** Ticketing says that other money pays for a reservation. */
  moneyChanged(tenantId: string, reservationId: string): Promise<void>;
  tenant(): Promise<Desk>;
  stop(): Promise<void>;
}
/** A company that sells: one tenant, one customer. */
export interface Desk {
  readonly tenantId: string;
  readonly tiers: string;
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Answered }>;
  /** A new record; fails unless it is created. */
  create(path: string, body: object): Promise<Answered>;
  read(path: string): Promise<Answered>;
  /** A transition; fails unless it is done. */
  move(path: string, name: string, input?: object): Promise<Answered>;
  /** A transition that is refused: its status and its errors. */
  refused(path: string, name: string, input?: object): Promise<{ status: number; body: Answered }>;
}

export async function openOffice(): Promise<Office> {
  const [crm, peers] = [new FakeCrm(), new FakePeers()];
  await crm.start();
  await peers.start();
  const bus = new PrivateKafka();
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = (name: string) => join(__dirname, '../../services', name);
  const databases: TestDatabase[] = [
    await testDatabase(folder('sales')),
    await testDatabase(folder('payments')),
  ];
  const selling = await startTestService(sales, {
    database: databases[0]!,
    bus,
    env: {
      CRM_GRPC: crm.address,
      TICKETING_GRPC: peers.address,
      DOCUMENTS_GRPC: peers.address,
      NOTIFICATIONS_GRPC: peers.address,
    },
  });
  const services: readonly [TestService, TestService] = [
    selling,
    await startTestService(payments, {
      database: databases[1]!,
      bus,
      env: {
        CRM_GRPC: crm.address,
        SALES_GRPC: selling.grpcAddress,
        INQUIRY_EVERY_MS: '3600000',
        SANDBOX_BANK_HMAC_KEY: '0123456789ABCDEF'.repeat(8),
        SANDBOX_BANK_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
    }),
  ];

  const moneyChanged: Office['moneyChanged'] = (tenantId, reservationId) => {
    const event = { $case: 'moneyChanged' as const, value: { reservationId } };
    return bus.publish([
      {
        ...{ topic: 'ticketing.reservation.v1', key: reservationId },
        value: Buffer.from(topics['ticketing.reservation.v1'].encode({ event }).finish()),
        headers: {
          ...{ ce_id: randomUUID(), ce_type: event.$case },
          ...{ ce_time: new Date().toISOString(), ce_tenantid: tenantId },
        },
      },
    ]);
  };
  const tenant = async (): Promise<Desk> => {
    const [tenantId, tiers] = [randomUUID(), randomUUID()];
    const event = {
      $case: 'changed' as const,
      value: {
        tenantId,
        version: 1,
        name: 'Théâtre Lumière',
        slug: 'lumiere',
        city: 'Lyon',
        address: '1 place Bellecour',
        archived: false,
      },
    };
    await bus.publish([
      {
        topic: 'identity.tenant.v1',
        key: tenantId,
        value: Buffer.from(topics['identity.tenant.v1'].encode({ event }).finish()),
        headers: {
          ce_id: randomUUID(),
          ce_type: 'changed',
          ce_time: new Date().toISOString(),
          ce_tenantid: tenantId,
        },
      },
    ]);
    const token = services[0].issuer.staffToken({
      userId: randomUUID(),
      subject: randomUUID(),
      tenantId,
      rights: ['*'],
    });
    const call: Desk['call'] = (method, path, body, headers = {}) =>
      services[path.startsWith('manual-payments') ? 1 : 0].request<Answered>(method, `/b/api/sale/${path}`, {
        ...{ token, body, headers },
      });
    const expected = async (status: number, answer: ReturnType<Desk['call']>) => {
      const { status: got, body } = await answer;
      if (got !== status) throw new Error(`${got} instead of ${status}: ${JSON.stringify(body)}`);
      return body;
    };
    const transition = (path: string, name: string, input?: object) =>
      call('POST', `${path}/transitions/${name}`, input ? { input } : {});
    await eventually(async () => {
      const { body } = await call('GET', 'settings');
      if ((body as unknown as { items: unknown[] }).items.length !== 1) throw new Error('no settings yet');
    });
    return {
      ...{ tenantId, tiers, call },
      create: (path, body) => expected(201, call('POST', path, body)),
      read: (path) => expected(200, call('GET', path)),
      move: (path, name, input) => expected(200, transition(path, name, input)),
      refused: transition,
    };
  };
  return {
    ...{ crm, peers, tenant, moneyChanged },
    stop: async () => {
      for (const service of services) await service.stop();
      for (const database of databases) await database.drop();
      crm.stop();
      peers.stop();
    },
  };
}
