import { createHoldQueue, type Choice, type HoldQueue } from './hold-queue';

interface SentRequest {
  seats: string;
  accept(): void;
  refuse(): void;
}

const text = (choice: Choice): string =>
  [...choice].map(([seat, formula]) => (formula ? `${seat}:${formula}` : seat)).join(' ');
const seats = (...ids: string[]): Choice => new Map(ids.map((id) => [id, null]));

function setUp(): { queue: HoldQueue<void>; requests: SentRequest[]; shown: string[]; refused: unknown[] } {
  const requests: SentRequest[] = [];
  const shown: string[] = [];
  const refused: unknown[] = [];
  const queue = createHoldQueue<void>({
    send: (choice) =>
      new Promise((accept, refuse) =>
        requests.push({ seats: text(choice), accept, refuse: () => refuse(new Error('taken')) }),
      ),
    onChange: (choice, busy) => shown.push(`${text(choice)}${busy ? ' …' : ''}`),
    onConfirmed: () => undefined,
    onRefused: (error) => refused.push(error),
  });
  return { queue, requests, shown, refused };
}

const flushPromises = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('hold queue', () => {
  it('shows a click before the server has answered', async () => {
    const { queue, requests, shown } = setUp();
    queue.set(seats('a'));
    expect(shown.at(-1)).toBe('a …');
    requests[0]!.accept();
    await flushPromises();
    expect(shown.at(-1)).toBe('a');
  });

  it('sends one request at a time, then only the latest choice', async () => {
    const { queue, requests } = setUp();
    queue.set(seats('a'));
    queue.set(seats('a', 'b'));
    queue.set(seats('a', 'b', 'c'));
    expect(requests).toHaveLength(1);
    requests[0]!.accept();
    await flushPromises();
    expect(requests.map((request) => request.seats)).toEqual(['a', 'a b c']);
  });

  it('removes a refused seat and keeps later clicks', async () => {
    const { queue, requests, refused } = setUp();
    queue.set(seats('a'));
    requests[0]!.accept();
    await flushPromises();
    queue.set(seats('a', 'b'));
    queue.set(seats('a', 'b', 'c'));
    requests[1]!.refuse();
    await flushPromises();
    expect(refused).toHaveLength(1);
    expect(requests[2]!.seats).toBe('a c');
    requests[2]!.accept();
    await flushPromises();
    expect(text(queue.current)).toBe('a c');
  });

  it('restores a seat whose replacement was refused', async () => {
    const { queue, requests } = setUp();
    queue.sync(seats('a'));
    queue.set(seats('b'));
    requests[0]!.refuse();
    await flushPromises();
    expect(text(queue.current)).toBe('a');
  });

  it('keeps a seat removed that was deselected during a refused request', async () => {
    const { queue, requests } = setUp();
    queue.sync(seats('a'));
    queue.set(seats('a', 'b'));
    queue.set(seats('b'));
    requests[0]!.refuse();
    await flushPromises();
    expect(requests[1]!.seats).toBe('');
  });

  it('sends a request for another formula of the same seat', async () => {
    const { queue, requests } = setUp();
    queue.sync(new Map([['a', 'dinner']]));
    queue.set(new Map([['a', 'show']]));
    expect(requests[0]!.seats).toBe('a:show');
  });

  it('sends nothing when nothing changed and adopts the seats held on the server', async () => {
    const { queue, requests, shown } = setUp();
    queue.sync(seats('a'));
    queue.set(seats('a'));
    await flushPromises();
    expect(requests).toHaveLength(0);
    expect(shown.at(-1)).toBe('a');
  });

  it('takes what the server has chosen instead, and keeps what was clicked meanwhile', async () => {
    const { queue, requests, shown } = setUp();
    queue.set(seats('a'));
    let answer: (ids: string[]) => void = () => undefined;
    queue.choose(
      () => new Promise((done) => (answer = (ids) => done({ choice: seats(...ids), answer: undefined }))),
    );
    requests[0]?.accept();
    await flushPromises();
    queue.set(seats('a', 'z'));
    answer(['m', 'n']);
    await flushPromises();
    expect(requests.map((request) => request.seats)).toEqual(['a', 'm n z']);
    requests[1]?.accept();
    await flushPromises();
    expect(shown.at(-1)).toBe('m n z');
  });

  it('keeps the seats when the server finds none', async () => {
    const { queue, requests, shown, refused } = setUp();
    queue.set(seats('a'));
    requests[0]?.accept();
    await flushPromises();
    queue.choose(() => Promise.reject(new Error('none')));
    await flushPromises();
    expect([shown.at(-1), refused.length, requests.length]).toEqual(['a', 1, 1]);
  });
});
