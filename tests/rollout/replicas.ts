import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer, Probes, type BalancedReplica } from '@coulisse/test-kit/balancer';
import { freePort } from '@coulisse/test-kit/free-port';
import { dev, fromStack } from '../support/stack';

/** How a part is started (`dev/process-of.mjs`). */
interface Program {
  name: string;
  kind: 'service' | 'gateway';
  httpPort: number;
  grpcPort?: number;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** That of an installation: longer than the gateway keeps an idle connection, and than the balancer's probes take. */
const DRAIN_MS = 5_000;
const READY_MS = 60_000;
const POLL_MS = 100;
/** A probe of eighteen replicas ten times a second is more load than the load. */
const PROBE_MS = 500;

/** One process of a part, on ports of its own. */
export class Replica {
  private child: ChildProcess | undefined;

  private constructor(
    readonly program: Program,
    readonly http: number,
    readonly grpc: number,
    /** Beside the logs of the stack: says why a call failed. */
    private readonly logFile: string,
  ) {}

  static async of(program: Program, number: number): Promise<Replica> {
    const folder = join(fromStack('TEST_DATA_DIR'), 'logs', 'rollout');
    mkdirSync(folder, { recursive: true });
    const logFile = join(folder, `${program.name}-${number}.log`);
    return new Replica(program, await freePort(), await freePort(), logFile);
  }

  /** @returns when it says that it is ready */
  async start(): Promise<void> {
    const { command, args, cwd, env } = this.program;
    const ports = { HTTP_PORT: String(this.http), GRPC_PORT: String(this.grpc), DRAIN_MS: String(DRAIN_MS) };
    const log = openSync(this.logFile, 'a');
    // In a session of its own, as the supervisor starts it: Linux shares a busy processor out among sessions.
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...ports },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    this.child = child;
    const deadline = Date.now() + READY_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null) throw new Error(`${this.program.name} ended with ${child.exitCode}`);
      if (Date.now() > deadline) throw new Error(`${this.program.name} is not ready`);
      await sleep(POLL_MS);
    }
  }

  /** @returns the exit code; null after a kill */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { child } = this;
    if (!child || this.pid === undefined) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }

  /** Of its process, while it runs. */
  get pid(): number | undefined {
    return this.child?.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined;
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  private async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.http}/health/ready`);
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}

const groups: Group[] = [];

/** Ends every replica at once, however the program ends. */
export function killReplicas(): void {
  for (const { replicas } of groups) for (const replica of replicas) replica.kill();
}

/** The processes of all replicas that run. */
export const replicaPids = (): number[] =>
  groups.flatMap(({ replicas }) => replicas.flatMap(({ pid }) => pid ?? []));

/** A part with two replicas behind balancers at the addresses where the other parts call it. */
export class Group {
  private balancers: Balancer[] = [];
  private probes: Probes | undefined;

  private constructor(
    readonly name: string,
    readonly replicas: readonly [Replica, Replica],
  ) {}

  /** Takes the place of the single process of the stack. */
  static async of(name: string): Promise<Group> {
    const program = JSON.parse(await dev('process-of', name)) as Program;
    const group = new Group(name, [await Replica.of(program, 1), await Replica.of(program, 2)]);
    groups.push(group);
    await dev('kill', name);
    await Promise.all(group.replicas.map((replica) => replica.start()));
    const probes = await Probes.start(
      group.replicas.map(({ http }) => http),
      PROBE_MS,
    );
    group.probes = probes;
    const serve = async (port: number, replicas: BalancedReplica[]) =>
      group.balancers.push(await Balancer.start(replicas, probes, port));
    await serve(
      program.httpPort,
      group.replicas.map(({ http }) => ({ port: http, probePort: http })),
    );
    if (program.grpcPort)
      await serve(
        program.grpcPort,
        group.replicas.map(({ http, grpc }) => ({ port: grpc, probePort: http })),
      );
    return group;
  }

  /** Starts a stopped replica again; returns when it gets connections, as a rollout waits before it goes on. */
  async startAgain(replica: Replica): Promise<void> {
    await replica.start();
    const deadline = Date.now() + READY_MS;
    while (!this.probes?.isReady(replica.http)) {
      if (Date.now() > deadline) throw new Error(`${this.name}: a replica gets no connections`);
      await sleep(POLL_MS);
    }
  }

  /** Gives the place back to the single process. */
  async end(): Promise<void> {
    await Promise.all(this.balancers.map((balancer) => balancer.stop()));
    await Promise.all(this.replicas.map((replica) => replica.stop('SIGKILL')));
    await dev('restart', this.name);
  }
}
