import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { topology } from '@coulisse/contracts';

const root = join(__dirname, '..', '..');
const run = promisify(execFile);

/** A variable of the stack under test; `npm test` sets it. */
export function fromStack(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this test runs on the stack that npm test starts`);
  return value;
}

export const stackUrl = () => fromStack('TEST_PUBLIC_URL');

/** HTTP address of one service of the stack under test. */
export function serviceUrl(name: string): string {
  const port = topology.find((part) => part.name === name)?.httpPort ?? 0;
  return `http://127.0.0.1:${port + Number(process.env.COULISSE_PORT_OFFSET ?? 0)}`;
}

/** A command of the local stack (`dev/<name>.mjs`), its standard output. */
export async function dev(name: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, 'dev', `${name}.mjs`), ...args], {
    cwd: root,
    timeout: 150_000,
  });
  return stdout.trim();
}

const REFUSED = /Invalid user credentials/;
const LOGIN_MS = 15_000;

/**
 * A token of a member of staff. Keycloak refuses a login while another one of the same person is being checked, which suites
 * that run at once make happen; the next attempt comes at another moment.
 */
export async function tokenOf(login: string): Promise<string> {
  const deadline = Date.now() + LOGIN_MS;
  for (;;) {
    try {
      return await dev('token', login);
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      if (!REFUSED.test(stderr ?? '') || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 500));
    }
  }
}

export interface Purchase {
  reservation: string;
  amount: string;
  tickets: { number: string; seat: string }[];
  pdf: string;
  mail: boolean;
}

/** Seats bought as a partner's integration buys them. */
export async function buy(...args: string[]): Promise<Purchase> {
  const lines = (await dev('buy', '--json', ...args)).split('\n');
  return JSON.parse(lines.at(-1) ?? '') as Purchase;
}

export async function getJson<T>(path: string, token?: string): Promise<T> {
  const answer = await fetch(stackUrl() + path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Polls until the work is done; the last failure is what a timeout reports. */
export async function eventually<T>(work: () => Promise<T>, timeoutMs = 30_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
