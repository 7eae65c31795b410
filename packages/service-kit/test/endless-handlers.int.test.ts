import { randomUUID } from 'node:crypto';
import { eventually, startTestService, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { systemActor, type Tx } from '../src';
import { MemoryBus } from '../src/messaging/memory-bus';
import { FAST } from './support/fast-retries';
import { addNote, sampleService, sampleWithNotes, TOPIC, type SampleHooks } from './support/sample-service';

jest.setTimeout(120_000);

const TIMEOUT_MS = 1_000;
const SOON = { timeoutMs: 60_000 };
let database: TestDatabase;
let running: TestService[] = [];

beforeAll(async () => {
  database = await sampleWithNotes();
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  running = [];
});
afterAll(() => database?.drop());

/** A service with a bus of one partition. */
async function start(hooks: SampleHooks, timeoutMs = TIMEOUT_MS): Promise<TestService> {
  const { service } = sampleService(hooks);
  const env = { EVENT_TIMEOUT_MS: String(timeoutMs) };
  const testService = await startTestService(service, {
    ...{
      database,
      env,
      bus: new MemoryBus(),
      retries: FAST,
      backOff: { attempts: 2, baseMs: 10, maxMs: 10 },
    },
  });
  running.push(testService);
  return testService;
}
const publish = ({ ctx }: TestService, tenant: string, template: string) =>
  ctx.db.inTenant(systemActor(tenant, 'test'), (tx) => {
    const id = randomUUID();
    return tx.publish(TOPIC, id, {
      $case: 'sent',
      value: { notificationId: id, kind: template, subjectId: id, subjectResource: '' },
    });
  });
const notes = async (tenant: string) =>
  (await database.asSuperuser<{ text: string }>('SELECT text FROM note WHERE tenant_id = $1', [tenant])).map(
    ({ text }) => text,
  );
const stored = (tenant: string) =>
  database.asSuperuser<{ state: string; error_code: string; attempts: number }>(
    'SELECT state, error_code, attempts FROM kit.failed_delivery WHERE tenant_id = $1',
    [tenant],
  );

/** A promise that `open` resolves. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Whether the event of another tenant was handled while an earlier, endless one of its partition was still running. */
async function isHandledBeside(timeoutMs: number): Promise<boolean> {
  const [tenant, other] = [randomUUID(), randomUUID()];
  const [begun, theirs, end] = [gate(), gate(), gate()];
  let isOver = false;
  let handledBeside = false;
  const onPrepare = async (template: string) => {
    if (template === 'theirs') {
      handledBeside = !isOver;
      return theirs.open();
    }
    begun.open();
    await end.opened;
  };
  const service = await start({ onPrepare }, timeoutMs);
  await publish(service, tenant, 'endless');
  await begun.opened;
  await publish(service, other, 'theirs');
  await Promise.race([theirs.opened, new Promise((resolve) => setTimeout(resolve, 5 * TIMEOUT_MS))]);
  isOver = true;
  end.open();
  await theirs.opened;
  await eventually(async () => {
    expect(await notes(other)).toEqual(['heard THEIRS']);
    expect(await notes(tenant)).toEqual(['heard ENDLESS']);
    expect(await stored(tenant)).toEqual([]);
  }, SOON);
  return handledBeside;
}

describe('a handler that does not end', () => {
  it('blocks its partition for the timeout only', async () => {
    expect(await isHandledBeside(TIMEOUT_MS)).toBe(true);
  });

  it('would block it for all tenants without a timeout: this test can fail', async () => {
    expect(await isHandledBeside(3_600_000)).toBe(false);
  });

  it('is a transient failure, is rolled back, and writes nothing if it continues later', async () => {
    const tenant = randomUUID();
    const [first, end] = [gate(), gate()];
    const late: unknown[] = [];
    let attempts = 0;
    let isEndless = true;
    const onSent = async (_template: string, tx: Tx) => {
      attempts += 1;
      if (!isEndless) return;
      first.open();
      await end.opened;
      await addNote(tx, 'late').catch((error: unknown) => late.push(error));
    };
    const service = await start({ onSent });
    await publish(service, tenant, 'endless');
    await first.opened;
    await eventually(async () => {
      expect(await stored(tenant)).toMatchObject([{ state: 'RETRYING', error_code: 'TimeoutError' }]);
    }, SOON);
    // Its transaction was closed, so that the message can be tried again.
    await eventually(async () => {
      expect(attempts).toBeGreaterThan(1);
      expect((await stored(tenant))[0]?.attempts).toBeGreaterThan(1);
    }, SOON);
    isEndless = false;
    end.open();
    await eventually(async () => expect(await stored(tenant)).toEqual([]), SOON);
    await eventually(() => expect(late.length).toBeGreaterThan(0), SOON);
    expect(String(late[0])).toContain('the transaction is over');
    expect((await notes(tenant)).filter((text) => text.startsWith('heard'))).toEqual(['heard ENDLESS']);
  });
});

describe('an attempt that times out while it commits', () => {
  /** Makes the commit of a note slow. */
  beforeAll(() =>
    database.asSuperuser(`
      CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${(2.5 * TIMEOUT_MS) / 1_000}); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION slow_commit()`),
  );

  async function effects(): Promise<string[]> {
    const tenant = randomUUID();
    const service = await start({});
    await publish(service, tenant, 'slow');
    await eventually(async () => expect(await stored(tenant)).toHaveLength(1), SOON);
    await eventually(async () => {
      expect(await stored(tenant)).toEqual([]);
      expect((await notes(tenant)).length).toBeGreaterThan(0);
    }, SOON);
    await service.stop();
    running = [];
    return notes(tenant);
  }

  it('takes effect once', async () => {
    expect(await effects()).toEqual(['heard SLOW']);
  });

  it('would take effect twice without the primary key of the inbox: this test can fail', async () => {
    await database.asSuperuser('ALTER TABLE kit.inbox DROP CONSTRAINT inbox_pkey');
    expect((await effects()).length).toBeGreaterThan(1);
  });
});
