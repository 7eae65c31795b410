import pino from 'pino';
import { route } from '../http/route';
import { gracefulStop } from './graceful-stop';
import { Health } from './health';
import { assertDistinct } from './service-routes';

const log = pino({ level: 'silent' });

describe('a stop', () => {
  it('runs every step in order, even if one fails or hangs', async () => {
    const ran: string[] = [];
    const steps = [
      { name: 'a', run: () => void ran.push('a') },
      { name: 'fails', run: () => Promise.reject(new Error('no')) },
      {
        name: 'throws',
        run: () => {
          throw new Error('no');
        },
      },
      { name: 'hangs', run: () => new Promise(() => undefined) },
      { name: 'z', run: async () => void ran.push('z') },
    ];
    await gracefulStop(steps, log, 20);
    expect(ran).toEqual(['a', 'z']);
  });
});

describe('readiness', () => {
  const up = async () => undefined;
  const away = () => Promise.reject(new Error('away'));

  it('is degraded while it can serve, and reports parts that are down or degraded', async () => {
    const health = new Health(
      [
        { name: 'database', check: up, isEssential: true },
        { name: 'bus', check: away },
        { name: 'storage', check: () => false },
        { name: 'clock', check: () => ({ status: 'degraded', reason: '600 s behind payments' }) },
      ],
      log,
    );
    health.report('consumers', () => ({ status: 'up' }));
    expect(await health.readiness()).toEqual({
      status: 'degraded',
      parts: { database: 'up', bus: 'down', storage: 'down', clock: 'degraded', consumers: 'up' },
      reasons: { clock: '600 s behind payments' },
    });
  });

  it('is unready without an essential part, and while it drains', async () => {
    const health = new Health([{ name: 'database', check: away, isEssential: true }], log);
    expect(await health.readiness()).toMatchObject({ status: 'unready', parts: { database: 'down' } });
    const draining = new Health([{ name: 'database', check: up, isEssential: true }], log);
    draining.drain();
    expect(await draining.readiness()).toMatchObject({ status: 'unready', parts: {} });
  });

  it('does not make a probe wait for a part that is not essential', async () => {
    let release = () => undefined as void;
    const slow = () => new Promise<void>((resolve) => (release = resolve));
    const health = new Health(
      [
        { name: 'database', check: up, isEssential: true },
        { name: 'bus', check: slow },
      ],
      log,
    );
    expect(await health.readiness()).toMatchObject({
      status: 'degraded',
      parts: { database: 'up', bus: 'degraded' },
    });
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await health.readiness()).toMatchObject({ status: 'ready', parts: { bus: 'up' } });
  });
});

describe('a manifest', () => {
  it('refuses two routes with the same method and path', () => {
    const answer = (path: string) => route.get(path, { summary: 's', access: 'public' }, async () => null);
    expect(() => assertDistinct([answer('/x/{id}'), answer('/x/:other')])).toThrow('get /x/:');
    expect(() => assertDistinct([answer('/x/{id}'), answer('/x/all')])).not.toThrow();
  });
});
