import { randomUUID } from 'node:crypto';
import { eventually, startTestService, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { watchStream } from '@coulisse/test-kit/watch-stream';
import { MemoryBus } from '../src';
import { sampleService, sampleWithNotes } from './support/sample-service';

jest.setTimeout(60_000);

const tenant = randomUUID();
/** Five seconds, doubled for a busy machine. */
const WITHIN = { timeoutMs: 10_000 };
const rights = ['sample.note.*'];
let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await sampleWithNotes();
  // This bus delivers no event of changed access: the service must detect changes by calling identity.
  service = await startTestService(sampleService().service, { database, bus: new MemoryBus() });
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

describe('an event stream of the staff', () => {
  const listen = async (token: string) => {
    const response = await fetch(`${service.url}/b/api/note-events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    return watchStream(response);
  };
  const person = (claims = {}) => {
    const subject = randomUUID();
    return { subject, token: service.issuer.staffToken({ tenantId: tenant, rights, subject, claims }) };
  };

  it.each<[string, (subject: string) => unknown]>([
    ['is unknown', (subject) => service.issuer.forget(subject)],
    ['lost the right', (subject) => service.issuer.staffToken({ tenantId: tenant, rights: [], subject })],
  ])('ends when the user %s, and stays open for a colleague', async (_why, change) => {
    const { subject, token } = person();
    const [stream, colleague] = [await listen(token), await listen(person().token)];
    change(subject);
    await eventually(() => expect(stream.isOpen).toBe(false), WITHIN);
    expect(colleague.isOpen).toBe(true);
  });

  it('ends when its token expires', async () => {
    const { token } = person({ exp: Math.floor(Date.now() / 1_000) + 1 });
    const stream = await listen(token);
    await eventually(() => expect(stream.isOpen).toBe(false), WITHIN);
  });
});
