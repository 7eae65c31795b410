import { randomUUID } from 'node:crypto';
import { DataKeys, InstallationKeys } from '@coulisse/resource-server/encryption';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { barrier, eventually, sabotaged } from '@coulisse/test-kit';
import { readCode } from '@coulisse/ticket-code';
import { startMakingKeys } from '../src/features/ticket-codes/make-missing-keys';
import { TicketKeys, verifySignature } from '../src/features/ticket-codes/ticket-keys';
import { BoxOffice } from './support/box-office';
import { keyingTwice } from './support/defects';

const CLAIMS = { performanceId: randomUUID(), ticketId: randomUUID() };

/** The keys with which the tickets of a theatre are signed exist before its first order. */
describe('the ticket key of a theatre', () => {
  let office: BoxOffice;
  let tenantId: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(() => {
    tenantId = randomUUID();
  });
  afterAll(() => office.close());

  /** What a process of its own has read. */
  const keysOfProcess = () => {
    const { ENCRYPTION_KEY: key, ENCRYPTION_OLD_KEYS: olderKeys } = office.service.ctx.config;
    return new TicketKeys(new DataKeys(new InstallationKeys(key!, olderKeys)));
  };
  const inTenant = <R>(work: (tx: Tx) => Promise<R>) =>
    office.service.ctx.db.inTenant(systemActor(tenantId, 'test'), work);
  const keyCount = async () =>
    (await office.database.asSuperuser('SELECT 1 FROM ticket_key WHERE tenant_id = $1', [tenantId])).length;
  /** Whether the key that doors read has signed the codes. */
  const areGenuine = (codes: readonly string[]) =>
    inTenant(async (tx) => {
      const stored = (await keysOfProcess().publicKeys(tx)).get(1)!;
      return codes.map((code) => {
        const { signedBytes, signature } = readCode(code)!;
        return verifySignature(signature, signedBytes, stored);
      });
    });
  const announce = (version: number, archived: boolean) =>
    office.publishEvent(tenantId, 'identity.tenant.v1', tenantId, {
      $case: 'changed',
      value: {
        ...{ tenantId, version, name: 'La Lumière', slug: `l-${tenantId.slice(0, 8)}` },
        ...{ city: 'Lyon', address: '', archived },
      },
    });
  const profile = (archived: boolean) =>
    office.database.asSuperuser(
      `INSERT INTO tenant_profile (id, tenant_id, version, name, slug, city, address, archived)
       VALUES ($1::uuid, $1::uuid, 1, 'La Lumière', left($1::text, 8), 'Lyon', '', $2)`,
      [tenantId, archived],
    );

  test('is made with its first event, and stays the same', async () => {
    await announce(1, false);
    await eventually(async () => expect(await keyCount()).toBe(1));
    const [before] = await office.database.asSuperuser('SELECT * FROM ticket_key WHERE tenant_id = $1', [
      tenantId,
    ]);
    await announce(2, false);
    await eventually(async () => {
      const rows = await office.database.asSuperuser<{ version: number }>(
        'SELECT version FROM tenant_profile WHERE tenant_id = $1',
        [tenantId],
      );
      expect(rows).toEqual([{ version: 2 }]);
    });
    expect(
      await office.database.asSuperuser('SELECT * FROM ticket_key WHERE tenant_id = $1', [tenantId]),
    ).toEqual([before]);
  });

  test('lets orders be signed at once: none waits for another that is not finished', async () => {
    await announce(1, false);
    await eventually(async () => expect(await keyCount()).toBe(1));
    const meet = barrier(2);
    const sign = (keys: TicketKeys) =>
      inTenant(async (tx) => {
        const code = (await keys.signer(tx))(CLAIMS);
        // Neither transaction ends before both have signed.
        await meet();
        return code;
      });
    const codes = await Promise.all([sign(keysOfProcess()), sign(keysOfProcess())]);
    expect(await areGenuine(codes)).toEqual([true, true]);
  });

  test('(sabotaged) that its first order makes keeps the second order waiting', async () => {
    const waiting = async () => {
      const rows = await office.database.asSuperuser(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query ~ 'ticket_key|pg_advisory_xact_lock'`,
      );
      return rows.length;
    };
    const made = barrier(2);
    const waited = barrier(2);
    const first = inTenant(async (tx) => {
      const code = (await keysOfProcess().signer(tx))(CLAIMS);
      await made();
      await waited();
      return code;
    });
    await made();
    const second = inTenant(async (tx) => (await keysOfProcess().signer(tx))(CLAIMS));
    await eventually(async () => expect(await waiting()).toBe(1));
    await waited();
    expect(await areGenuine([await first, await second])).toEqual([true, true]);
  });

  describe('that was there before keys were made with events', () => {
    const makeTwice = async () => {
      await profile(false);
      const rounds = await Promise.allSettled(
        [keysOfProcess(), keysOfProcess()].map((keys) => inTenant((tx) => keys.make(tx))),
      );
      return rounds.map(({ status }) => status).sort();
    };

    test('is made by the start of the service, unless the theatre is archived', async () => {
      await profile(true);
      const archived = tenantId;
      tenantId = randomUUID();
      await profile(false);
      const stop = startMakingKeys(keysOfProcess(), office.service.ctx);
      await eventually(async () => expect(await keyCount()).toBe(1));
      await stop();
      tenantId = archived;
      expect(await keyCount()).toBe(0);
    });

    test('is tried again when it failed, and never again once none is missing', async () => {
      await profile(false);
      const rounds = jest.spyOn(office.service.ctx.db, 'askPlatform');
      const keys = keysOfProcess();
      const make = jest.fn(keys.make.bind(keys)).mockRejectedValueOnce(new Error('away'));
      const stop = startMakingKeys({ make }, office.service.ctx, 5);
      await eventually(async () => expect(await keyCount()).toBe(1));
      const searches = () => rounds.mock.calls.filter(([reason]) => /ticket key/.test(reason)).length;
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect([make.mock.calls.length, searches()]).toEqual([2, 2]);
      await stop();
      rounds.mockRestore();
    });

    test('is made once by two processes that start at once', async () => {
      expect(await makeTwice()).toEqual(['fulfilled', 'fulfilled']);
      expect(await keyCount()).toBe(1);
      const codes = await Promise.all(
        [keysOfProcess(), keysOfProcess()].map((keys) =>
          inTenant(async (tx) => (await keys.signer(tx))(CLAIMS)),
        ),
      );
      expect(await areGenuine(codes)).toEqual([true, true]);
    });

    test('(sabotaged) fails in the second process when it does not take the key of the first', async () => {
      const place = { meet: 2, of: tenantId, after: /FROM ticket_key\s+WHERE .* ORDER BY number DESC/s };
      expect(await sabotaged({ defects: [keyingTwice], ...place }, makeTwice)).toEqual([
        'fulfilled',
        'rejected',
      ]);
      expect(await keyCount()).toBe(1);
    });
  });
});
