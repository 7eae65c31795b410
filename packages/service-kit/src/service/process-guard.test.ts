import { EventEmitter } from 'node:events';
import pino from 'pino';
import { guardProcess } from './process-guard';

function guarded(stop: () => Promise<void> = async () => undefined) {
  const exits: number[] = [];
  const events = new EventEmitter();
  const process = Object.assign(events, { exit: (code: number) => void exits.push(code) });
  const guard = guardProcess(pino({ level: 'silent' }), stop, process);
  return { events, exits, guard };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('counts an unhandled rejection, and does not exit', async () => {
  const { events, exits, guard } = guarded();
  events.emit('unhandledRejection', new TypeError('Invalid URL'));
  events.emit('unhandledRejection', undefined);
  await turn();
  expect(guard.counts.unhandledRejections).toBe(2);
  expect(exits).toEqual([]);
});

it('stops gracefully after an uncaught exception, once', async () => {
  let stops = 0;
  const { events, exits } = guarded(async () => void (stops += 1));
  events.emit('uncaughtException', new TypeError('x is not a function'));
  events.emit('uncaughtException', new TypeError('again'));
  await turn();
  expect(stops).toBe(1);
  expect(exits).toEqual([1]);
});

it('exits even when the stop fails', async () => {
  const { events, exits } = guarded(() => Promise.reject(new Error('no')));
  events.emit('uncaughtException', new RangeError('x'));
  await turn();
  expect(exits).toEqual([1]);
});

it.each([
  Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  new Error('Connection terminated unexpectedly'),
])('does not exit after a lost connection: %s', async (error) => {
  const { events, exits, guard } = guarded();
  events.emit('uncaughtException', error);
  await turn();
  expect(guard.counts.uncaughtExceptions).toBe(1);
  expect(exits).toEqual([]);
});
