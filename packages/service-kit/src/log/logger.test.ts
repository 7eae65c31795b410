import { Writable } from 'node:stream';
import { withTrace } from '../telemetry/trace';
import { createLogger } from './logger';

function collect() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: createLogger({ name: 'crm', level: 'info', destination }) };
}

it('hides secrets and personal data', () => {
  const { lines, log } = collect();
  log.info({
    password: 'canary-1',
    headers: { authorization: 'canary-2', cookie: 'canary-3', 'cart-token': 'canary-4' },
    req: { headers: { authorization: 'canary-5' } },
    customer: { email: 'canary-6' },
  });
  expect(lines.join('')).not.toContain('canary');
  expect(lines.join('')).toContain('[hidden]');
});

it('names the service, the trace and the causes of an error', () => {
  const { lines, log } = collect();
  const err = new Error('outer', { cause: new Error('inner') });
  withTrace('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', () => log.error({ err }, 'failed'));
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect(line).toMatchObject({
    level: 'error',
    service: 'crm',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  });
  expect(lines[0]).toContain('inner');
});
