import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@coulisse/test-kit/free-port';

const root = join(__dirname, '..', '..', '..');
const run = promisify(execFile);

/** The settings of the local stack's gateway, with the product's own limits: a stack under test has wide ones. */
const ASK = `
  const { serviceProcess } = await import('./dev/lib/service-processes.mjs');
  const { readTopology } = await import('./dev/lib/topology.mjs');
  const { command, args, env, cwd } = serviceProcess(readTopology().find(({ kind }) => kind === 'gateway'));
  console.log(JSON.stringify({ command, args, env, cwd }));
`;

interface Specification {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

export interface StrictGateway {
  origin: string;
  /** Whether it still runs; then it is ended. */
  close: () => Promise<boolean>;
}

/** A second replica of the gateway of the stack, with the product's own limits, for floods. */
export async function strictGateway(): Promise<StrictGateway> {
  const env = { ...process.env, COULISSE_LIMITS: 'product' };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', ASK], { cwd: root, env });
  const specification = JSON.parse(stdout) as Specification;
  const port = await freePort();
  const child = spawn(specification.command, specification.args, {
    cwd: specification.cwd,
    env: { ...specification.env, HTTP_PORT: String(port) },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://localhost:${port}`;
  const until = Date.now() + 60_000;
  const live = () =>
    fetch(`${origin}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await live())) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`the strict gateway did not come (exit ${child.exitCode})`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    origin,
    close: async () => {
      const running = child.exitCode === null && child.signalCode === null;
      child.kill('SIGKILL');
      await ended;
      return running;
    },
  };
}
