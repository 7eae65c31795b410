import { join } from 'node:path';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import { startTestService, testDatabase, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { service } from '../../src/service';
import { FakeCrm } from './fake-crm';
import { FakePeers } from './fake-peers';

/** The service with a database of its own, and what it calls. */
export interface SalesWithPeers {
  readonly running: TestService;
  readonly database: TestDatabase;
  readonly crm: FakeCrm;
  readonly peers: FakePeers;
  readonly bus: MemoryBus;
  stop(): Promise<void>;
}

export async function startSalesWithPeers(): Promise<SalesWithPeers> {
  const [crm, peers] = [new FakeCrm(), new FakePeers()];
  await crm.start();
  await peers.start();
  const bus = new MemoryBus();
  const database = await testDatabase(join(__dirname, '../..'));
  const running = await startTestService(service, {
    database,
    bus,
    env: {
      ...{ CRM_GRPC: crm.address, TICKETING_GRPC: peers.address },
      ...{ DOCUMENTS_GRPC: peers.address, NOTIFICATIONS_GRPC: peers.address },
    },
  });
  return {
    ...{ running, database, crm, peers, bus },
    stop: async () => {
      await running.stop();
      await database.drop();
      crm.stop();
      peers.stop();
    },
  };
}
