import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const PROBE_MS = 100;
const PROBE_TIMEOUT_MS = 1_000;
/** Probes without an answer, one after the other, until a replica is left out (`failureThreshold` of Kubernetes). */
const FAILURE_THRESHOLD = 3;

/** A replica: its port, and the port of its readiness probe when that is another one (gRPC is probed over HTTP). */
export interface BalancedReplica {
  port: number;
  probePort: number;
}

/**
 * A load balancer like that of a cluster: round robin over the replicas that are ready. One that says it is not, or whose
 * port is closed, is left out at once, as an endpoint that ends is; one that is only slow stays for some probes.
 */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly ready = new Set<number>();
  private readonly probing = new Set<number>();
  private readonly timeouts = new Map<number, number>();
  private readonly probe: NodeJS.Timeout;
  private turn = 0;

  private constructor(
    private readonly replicas: readonly BalancedReplica[],
    probeMs: number,
  ) {
    this.server = createServer((client) => this.pass(client));
    this.probe = setInterval(() => void this.look(), probeMs);
  }

  /**
   * @param probeMs Time between two probes: for so long a replica that has ended may still be chosen.
   * @param port Its own; any free one by default.
   */
  static async start(
    replicas: readonly (number | BalancedReplica)[],
    probeMs = PROBE_MS,
    port = 0,
  ): Promise<Balancer> {
    const balancer = new Balancer(
      replicas.map((replica) =>
        typeof replica === 'number' ? { port: replica, probePort: replica } : replica,
      ),
      probeMs,
    );
    await balancer.look();
    await new Promise<void>((resolve, reject) => {
      balancer.server.once('error', reject);
      balancer.server.listen(port, '127.0.0.1', resolve);
    });
    return balancer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** True when the replica is chosen for new connections. */
  isReady(port: number): boolean {
    return this.ready.has(port);
  }

  async stop(): Promise<void> {
    clearInterval(this.probe);
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(client: Socket): void {
    const ready = this.replicas.filter(({ port }) => this.ready.has(port));
    const port = ready[this.turn++ % ready.length]?.port;
    client.on('error', () => undefined);
    if (port === undefined) {
      client.resetAndDestroy();
      return;
    }
    const replica = connect(port, '127.0.0.1');
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

  private async look(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => this.probeReplica(replica)));
  }

  private async probeReplica({ port, probePort }: BalancedReplica): Promise<void> {
    if (this.probing.has(port)) return;
    this.probing.add(port);
    try {
      const url = `http://127.0.0.1:${probePort}/health/ready`;
      const headers = { connection: 'close' };
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
      await answer.body?.cancel();
      this.timeouts.delete(port);
      if (answer.ok) this.ready.add(port);
      else this.ready.delete(port);
    } catch (error) {
      const timeouts = (this.timeouts.get(port) ?? 0) + 1;
      this.timeouts.set(port, timeouts);
      const isSlow = (error as Error).name === 'TimeoutError';
      if (!isSlow || timeouts >= FAILURE_THRESHOLD) this.ready.delete(port);
    } finally {
      this.probing.delete(port);
    }
  }
}
