import { WaitingRecords } from './waiting-records';

const history = (id: string) => [id, 't', 'sample', 'r', 'create', '{}', null, 'Somebody', null];
const event = (id: string) => [id, 't', 'sample.v1', 'r', 'changed', Buffer.alloc(0), '{}'];

it('writes all of a transaction by one statement, events in their order', () => {
  const records = new WaitingRecords();
  records.add(null, [event('e1')]);
  records.add(history('h1'), [event('e2'), event('e3')]);
  const [statement, ...others] = records.take();
  expect(others).toEqual([]);
  expect(statement).toMatchObject({ name: 'kit_records_1_3' });
  expect(statement!.text).toMatch(/^WITH told AS \(INSERT INTO kit\.history .*\) INSERT INTO kit\.outbox /);
  expect(statement!.values).toEqual([...history('h1'), ...event('e1'), ...event('e2'), ...event('e3')]);
  const places = [...statement!.text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
  expect(places).toEqual(Array.from({ length: 9 + 3 * 7 }, (_, index) => index + 1));
  expect(records.isEmpty).toBe(true);
});

it('is due as soon as a row of the history waits: it may be read', () => {
  const records = new WaitingRecords();
  records.add(null, [event('e1')]);
  expect(records.isDue).toBe(false);
  records.add(history('h1'), []);
  expect(records.isDue).toBe(true);
  records.take();
  expect(records.isDue).toBe(false);
});

it('prepares no statement for numbers that are rare, and divides what is too much for one', () => {
  const records = new WaitingRecords();
  records.add(
    null,
    Array.from({ length: 230 }, (_, index) => event(`e${index}`)),
  );
  const statements = records.take();
  expect(statements.map(({ name, values }) => [name, values!.length / 7])).toEqual([
    [undefined, 100],
    [undefined, 100],
    [undefined, 30],
  ]);
});

it('forgets what is rolled back', () => {
  const records = new WaitingRecords();
  records.add(history('h1'), [event('e1')]);
  records.clear();
  expect(records.take()).toEqual([]);
});
