import type { Job } from './job';
import { EMPTY, news, recallTray, rememberTray, running, type Tray, trayAfter, type TrayEntry } from './tray';

const entry = (id: string, overrides: Partial<TrayEntry> = {}): TrayEntry => ({
  id,
  resource: 'crm.tiers',
  kind: 'export',
  startedAt: `2026-11-21T10:00:0${id}.000Z`,
  over: false,
  seen: false,
  ...overrides,
});
const served = (id: string, state: Job['state']): Job => ({
  id,
  kind: 'import',
  state,
  done: 0,
  total: null,
  result: null,
  problem: null,
  file: null,
  createdAt: `2026-11-21T09:00:0${id}.000Z`,
  finishedAt: null,
});
const of = (...entries: TrayEntry[]): Tray => entries.reduce<Tray>(started, EMPTY);
const started = (tray: Tray, newEntry: TrayEntry) => trayAfter(tray, { type: 'started', entry: newEntry });
const ids = ({ entries }: Tray) => entries.map(({ id }) => id);

it('lists each job once, the latest first', () => {
  expect(ids(of(entry('1'), entry('3'), entry('2'), entry('3')))).toEqual(['3', '2', '1']);
  const ended = trayAfter(of(entry('1')), { type: 'ended', id: '1', watched: true });
  expect(started(ended, entry('1'))).toEqual(ended);
});

it('counts running jobs, and finished jobs until the tray is opened', () => {
  let tray = of(entry('1'), entry('2'), entry('3'));
  expect([running(tray), news(tray)]).toEqual([3, 0]);
  tray = trayAfter(tray, { type: 'ended', id: '1', watched: false });
  tray = trayAfter(tray, { type: 'ended', id: '2', watched: true });
  expect([running(tray), news(tray)]).toEqual([1, 1]);
  tray = trayAfter(tray, { type: 'opened' });
  expect([running(tray), news(tray)]).toEqual([1, 0]);
  // A running job counts as news when it ends, even if the tray was opened before.
  expect(news(trayAfter(tray, { type: 'ended', id: '3', watched: false }))).toBe(1);
});

it('adds jobs of other devices, without counting finished ones as news', () => {
  const tray = trayAfter(of(entry('1')), {
    type: 'listed',
    resource: 'crm.society',
    jobs: [served('1', 'DONE'), served('5', 'DONE'), served('6', 'RUNNING')],
  });
  expect(ids(tray)).toEqual(['1', '6', '5']);
  expect([running(tray), news(tray)]).toEqual([2, 0]);
  expect(tray.entries[1]).toMatchObject({ resource: 'crm.society', kind: 'import' });
});

it('does not show a dismissed job again, unless it is started again', () => {
  let tray = of(entry('1', { over: true }), entry('2'));
  tray = trayAfter(tray, { type: 'dismissed', id: '1' });
  const listing = { type: 'listed', resource: 'crm.tiers', jobs: [served('1', 'DONE')] } as const;
  expect(ids(trayAfter(tray, listing))).toEqual(['2']);
  expect(ids(started(tray, entry('1')))).toEqual(['2', '1']);
});

it('removes finished jobs, never running ones', () => {
  const tray = of(entry('1', { over: true }), entry('2'), entry('3', { over: true }));
  const cleared = trayAfter(tray, { type: 'cleared' });
  expect(ids(cleared)).toEqual(['2']);
  expect(cleared.dismissed).toEqual(['3', '1']);
  expect(ids(trayAfter(tray, { type: 'dismissed', id: '2' }))).toEqual(['3', '2', '1']);
});

it('removes a job that no longer exists on the server', () => {
  expect(ids(trayAfter(of(entry('1'), entry('2')), { type: 'lost', id: '2' }))).toEqual(['1']);
});

it('is restored after a reload, and ignores invalid stored values', () => {
  const stored = new Map<string, string>();
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const tray = of(entry('1'), entry('2', { over: true, name: 'tiers.csv' }));
  rememberTray('helena', tray, store);
  expect(recallTray('helena', store)).toEqual(tray);
  expect(recallTray('somebody else', store)).toEqual(EMPTY);
  for (const nonsense of ['{', '7', '{"entries":[{"id":1}],"dismissed":[2]}', '{"entries":{}}']) {
    stored.set('coulisse.jobs.helena', nonsense);
    expect(recallTray('helena', store)).toEqual(EMPTY);
  }
});
