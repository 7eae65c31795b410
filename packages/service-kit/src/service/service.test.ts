import pino from 'pino';
import { consumer } from '../events/consumer';
import { route } from '../http/route';
import { defineService } from './define-service';
import { gracefulStop } from './graceful-stop';
import { Health } from './health';
import { assertDistinct } from './service-routes';

const log = pino({ level: 'silent' });

describe('a stop', () => {
  it('runs every step in order, whatever one of them does', async () => {
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
  it('says which part does not work, and no when it drains', async () => {
    const health = new Health(
      [
        { name: 'database', check: async () => undefined },
        { name: 'bus', check: () => Promise.reject(new Error('away')) },
        { name: 'grpc', check: () => false },
      ],
      log,
    );
    expect(await health.readiness()).toEqual({
      ready: false,
      checks: { database: true, bus: false, grpc: false },
    });
    health.drain();
    expect(await health.readiness()).toEqual({ ready: false, checks: {} });
  });
});

describe('a manifest', () => {
  it('names a consumer once', () => {
    const heard = consumer('crm.tiers.v1', 'x.on-tiers', {});
    expect(() => defineService({ name: 'crm', consumers: [heard, heard] })).toThrow('x.on-tiers');
  });

  it('answers a path once', () => {
    const answer = (path: string) => route.get(path, { summary: 's', access: 'public' }, async () => null);
    expect(() => assertDistinct([answer('/x/{id}'), answer('/x/:other')])).toThrow('get /x/:');
    expect(() => assertDistinct([answer('/x/{id}'), answer('/x/all')])).not.toThrow();
  });
});
