import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromStack } from '../support/stack';

interface Socket {
  pid: number;
  address: string;
  port: number;
}

/** In a process of its own: jest does not load the modules of `dev`. */
function socketsOf(pids: number[]): { all: Socket[]; open: Socket[] } {
  const script = `
    import { isLoopback, listeningSockets } from './dev/lib/listening-sockets.mjs';
    const all = listeningSockets(${JSON.stringify(pids)});
    console.log(JSON.stringify({ all, open: all.filter(({ address }) => !isLoopback(address)) }));`;
  const root = join(__dirname, '..', '..');
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  return JSON.parse(text.toString()) as { all: Socket[]; open: Socket[] };
}

/** PostgreSQL, Kafka, Keycloak and its management, Gotenberg, the mailbox, the sandbox bank, services and gateway. */
test('nothing of a local stack listens beyond this machine', () => {
  const run = join(fromStack('TEST_DATA_DIR'), 'run');
  const entries = readdirSync(run)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(run, name), 'utf8')) as { pid: number; name: string });
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['kafka', 'keycloak', 'postgres']));
  const { all, open } = socketsOf(entries.map(({ pid }) => pid));
  expect(all.length).toBeGreaterThan(entries.length);
  expect(open).toEqual([]);
});
