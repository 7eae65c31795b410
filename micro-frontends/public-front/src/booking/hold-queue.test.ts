import { createHoldQueue, type Choice, type HoldQueue } from './hold-queue';

interface Asked {
  seats: string;
  accept(): void;
  refuse(): void;
}

const text = (choice: Choice): string =>
  [...choice].map(([seat, formula]) => (formula ? `${seat}:${formula}` : seat)).join(' ');
const seats = (...ids: string[]): Choice => new Map(ids.map((id) => [id, null]));

function setUp(): { queue: HoldQueue; asked: Asked[]; shown: string[]; refused: unknown[] } {
  const asked: Asked[] = [];
  const shown: string[] = [];
  const refused: unknown[] = [];
  const queue = createHoldQueue<void>({
    send: (choice) =>
      new Promise((accept, refuse) =>
        asked.push({ seats: text(choice), accept, refuse: () => refuse(new Error('taken')) }),
      ),
    onChange: (choice, busy) => shown.push(`${text(choice)}${busy ? ' …' : ''}`),
    onConfirmed: () => undefined,
    onRefused: (error) => refused.push(error),
  });
  return { queue, asked, shown, refused };
}

const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('hold queue', () => {
  it('shows a click before the server has answered', async () => {
    const { queue, asked, shown } = setUp();
    queue.set(seats('a'));
    expect(shown.at(-1)).toBe('a …');
    asked[0]!.accept();
    await settle();
    expect(shown.at(-1)).toBe('a');
  });

  it('asks one question at a time, then only for the latest choice', async () => {
    const { queue, asked } = setUp();
    queue.set(seats('a'));
    queue.set(seats('a', 'b'));
    queue.set(seats('a', 'b', 'c'));
    expect(asked).toHaveLength(1);
    asked[0]!.accept();
    await settle();
    expect(asked.map((question) => question.seats)).toEqual(['a', 'a b c']);
  });

  it('takes back a refused seat and keeps what was clicked meanwhile', async () => {
    const { queue, asked, refused } = setUp();
    queue.set(seats('a'));
    asked[0]!.accept();
    await settle();
    queue.set(seats('a', 'b'));
    queue.set(seats('a', 'b', 'c'));
    asked[1]!.refuse();
    await settle();
    expect(refused).toHaveLength(1);
    expect(asked[2]!.seats).toBe('a c');
    asked[2]!.accept();
    await settle();
    expect(text(queue.current)).toBe('a c');
  });

  it('gives back a seat whose exchange was refused', async () => {
    const { queue, asked } = setUp();
    queue.sync(seats('a'));
    queue.set(seats('b'));
    asked[0]!.refuse();
    await settle();
    expect(text(queue.current)).toBe('a');
  });

  it('keeps a seat given up while a refused question was on its way', async () => {
    const { queue, asked } = setUp();
    queue.sync(seats('a'));
    queue.set(seats('a', 'b'));
    queue.set(seats('b'));
    asked[0]!.refuse();
    await settle();
    expect(asked[1]!.seats).toBe('');
  });

  it('asks again for another formula of the same seat', async () => {
    const { queue, asked } = setUp();
    queue.sync(new Map([['a', 'dinner']]));
    queue.set(new Map([['a', 'show']]));
    expect(asked[0]!.seats).toBe('a:show');
  });

  it('does not ask when nothing changed, and takes over what the server holds', async () => {
    const { queue, asked, shown } = setUp();
    queue.sync(seats('a'));
    queue.set(seats('a'));
    await settle();
    expect(asked).toHaveLength(0);
    expect(shown.at(-1)).toBe('a');
  });
});
