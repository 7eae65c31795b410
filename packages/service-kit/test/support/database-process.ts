import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { systemActor } from '../../src/actor';
import { ServiceDatabase } from '../../src/database/database';

/** Settings of a database process, in the file that its first argument names. */
export interface DatabaseProcessSettings {
  url: string;
  platformUrl: string;
  tenantId: string;
  applicationName: string;
  /** Sabotage that the test must detect: connections that are checked out have no error listener. */
  sabotaged: boolean;
}

const { sabotaged, tenantId, ...settings } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as DatabaseProcessSettings;
if (sabotaged) {
  const { on } = pg.Pool.prototype;
  pg.Pool.prototype.on = function (this: pg.Pool, event: string, listener: (...args: never[]) => void) {
    return event === 'connect' ? this : on.call(this, event as never, listener as never);
  };
}
const db = new ServiceDatabase({
  ...settings,
  poolSize: 8,
  log: pino({ level: 'silent' }),
  published: new Set(),
});
const actor = systemActor(tenantId, 'test');
const report = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Loops until the process ends: a pause between two statements or inside one, the platform scope, and no pause. */
const loops: Record<string, () => Promise<unknown>> = {
  between: () =>
    db.inTenant(actor, async ({ sql }) => {
      await sql.query('SELECT 1');
      report({ holds: 'between' });
      await pause(400);
      await sql.query('SELECT 1');
    }),
  inside: () => db.inTenant(actor, ({ sql }) => sql.query('SELECT pg_sleep(0.4)')),
  named: () => db.inTenant(actor, ({ sql }) => sql.named('test_sleep', 'SELECT pg_sleep($1)', [0.3])),
  platform: () =>
    db.inPlatform('test', async ({ sql }) => {
      await sql.query('SELECT 1');
      await pause(300);
    }),
  busy: () => db.inTenant(actor, ({ sql }) => sql.query('SELECT 1')),
};
for (const [name, work] of Object.entries(loops)) {
  void (async () => {
    for (;;) {
      const outcome = await work().then(
        () => 'done',
        () => 'failed',
      );
      report({ name, outcome });
      await pause(10);
    }
  })();
}
