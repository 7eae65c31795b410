import pino from 'pino';
import { createPool } from './pool';

const settings = {
  url: 'postgres://nobody@127.0.0.1:1/nowhere',
  applicationName: 'pool-test',
  log: pino({ level: 'silent' }),
};

test.each([
  [10, 3],
  [2, 2],
])('a pool of %i connections keeps %i of them when they rest', async (size, warm) => {
  const pool = createPool({ ...settings, size });
  expect(pool.options).toMatchObject({ max: size, min: warm, keepAlive: true });
  await pool.end();
});
