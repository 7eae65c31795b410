import { get } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const PROBE_MS = 100;
/** As in the charts: how long a probe may take, and how many may fail one after the other until a replica is left out. */
const PROBE_TIMEOUT_MS = 3_000;
const FAILURE_THRESHOLD = 2;
/** Connections that the system completes while this process is busy: hundreds of clients may come back at once. */
const BACKLOG = 4_096;

/** A replica: its port, and the port of its readiness probe when that is another one (gRPC is probed over HTTP). */
export interface BalancedReplica {
  port: number;
  probePort: number;
}

/** Whether `/health/ready` says that a replica serves; undefined when it does not answer in time. */
const readinessOf = (port: number): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    // A connection for each probe, as a kubelet's: one that is kept would delay the end of the replica.
    const options = {
      host: '127.0.0.1',
      port,
      path: '/health/ready',
      agent: false,
      timeout: PROBE_TIMEOUT_MS,
    };
    const probe = get(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    probe.on('timeout', () => {
      resolve(undefined);
      probe.destroy();
    });
    probe.on('error', () => resolve(false));
  });

/**
 * Which replicas are ready, by the ports of their probes. One that says it is not, or whose port is closed, is left out at
 * once, as an endpoint that ends is; one that is only slow stays for some probes. Balancers of the same replicas share it.
 */
export class Probes {
  private readonly ready = new Set<number>();
  private readonly probing = new Set<number>();
  private readonly timeouts = new Map<number, number>();
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly ports: readonly number[],
    probeMs: number,
  ) {
    this.timer = setInterval(() => void this.probeAll(), probeMs);
  }

  static async start(ports: readonly number[], probeMs = PROBE_MS): Promise<Probes> {
    const probes = new Probes(ports, probeMs);
    await probes.probeAll();
    return probes;
  }

  isReady(port: number): boolean {
    return this.ready.has(port);
  }

  /** Until the next probe that it answers. */
  leaveOut(port: number): void {
    this.ready.delete(port);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async probeAll(): Promise<void> {
    await Promise.all(this.ports.map((port) => this.probe(port)));
  }

  private async probe(port: number): Promise<void> {
    if (this.probing.has(port)) return;
    this.probing.add(port);
    const isReady = await readinessOf(port);
    this.probing.delete(port);
    const timeouts = isReady === undefined ? (this.timeouts.get(port) ?? 0) + 1 : 0;
    this.timeouts.set(port, timeouts);
    if (isReady) this.ready.add(port);
    else if (isReady === false || timeouts >= FAILURE_THRESHOLD) this.ready.delete(port);
  }
}

/**
 * A load balancer like that of a cluster: round robin over the replicas that are ready. A connection that a replica refuses
 * fails, and leaves it out at once: an ended process need not be probed first.
 */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private turn = 0;

  private constructor(
    private readonly replicas: readonly BalancedReplica[],
    private readonly probes: Probes,
  ) {
    this.server = createServer((client) => this.pass(client));
  }

  /**
   * @param probeMs Time between two probes; or the probes of another balancer of the same replicas.
   * @param port Its own; any free one by default.
   */
  static async start(
    replicas: readonly (number | BalancedReplica)[],
    probeMs: number | Probes = PROBE_MS,
    port = 0,
  ): Promise<Balancer> {
    const balanced = replicas.map((replica) =>
      typeof replica === 'number' ? { port: replica, probePort: replica } : replica,
    );
    const probes =
      typeof probeMs === 'number'
        ? await Probes.start(
            balanced.map(({ probePort }) => probePort),
            probeMs,
          )
        : probeMs;
    const balancer = new Balancer(balanced, probes);
    await new Promise<void>((resolve, reject) => {
      balancer.server.once('error', reject);
      balancer.server.listen(port, '127.0.0.1', BACKLOG, resolve);
    });
    return balancer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** True when the replica is chosen for new connections. */
  isReady(port: number): boolean {
    return this.replicas.some((replica) => replica.port === port && this.probes.isReady(replica.probePort));
  }

  async stop(): Promise<void> {
    this.probes.stop();
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(client: Socket): void {
    const ready = this.replicas.filter(({ probePort }) => this.probes.isReady(probePort));
    const chosen = ready[this.turn++ % ready.length];
    client.on('error', () => undefined);
    if (!chosen) {
      client.resetAndDestroy();
      return;
    }
    const replica = connect(chosen.port, '127.0.0.1');
    replica.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') this.probes.leaveOut(chosen.probePort);
    });
    for (const [socket, peer] of [
      [client, replica],
      [replica, client],
    ] as const) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => peer.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  }
}
