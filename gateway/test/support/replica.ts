import { setTimeout as pause } from 'node:timers/promises';
import { createApp, HttpServer } from '@coulisse/service-kit/http';
import { gracefulStop, Health, stopOnSignals } from '@coulisse/service-kit/service';
import pino from 'pino';

/** A service with the real server and shutdown but no logic: GET responds at once, POST after 700 ms. */
const log = pino({ level: 'silent' });
const health = new Health([], log);
const answer = async (req: { method: string }, res: { statusCode: number; end: (text: string) => void }) => {
  if (req.method === 'POST') await pause(700);
  res.end('{"done":true}');
};
const route = (method: 'get' | 'post', path: string) => ({
  route: { method, path, spec: { summary: '', access: 'public' } } as never,
  handler: ((req: never, res: never) => answer(req, res)) as never,
});
const ready = {
  route: { method: 'get', path: '/health/ready', spec: { summary: '', access: 'public' } } as never,
  handler: (async (_req: never, res: { statusCode: number; end: () => void }) => {
    res.statusCode = (await health.readiness()).status === 'unready' ? 503 : 200;
    res.end();
  }) as never,
};
const path = '/app-api/configuration/spectacles';
const http = new HttpServer(createApp(log, [route('get', path), route('post', path), ready]), log);
const steps = [
  {
    name: 'readiness',
    run: () => {
      health.drain();
      http.drain();
    },
  },
  { name: 'drain', run: () => pause(Number(process.env.DRAIN_MS)) },
  { name: 'servers', run: () => http.stop(5_000) },
];
void http.start('127.0.0.1', Number(process.env.HTTP_PORT)).then(() => {
  stopOnSignals(() => gracefulStop(steps, log, 10_000), log);
});
