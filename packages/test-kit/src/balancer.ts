import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const PROBE_MS = 100;

/** A replica: its port, and the port of its readiness probe when that is another one (gRPC is probed over HTTP). */
export interface BalancedReplica {
  port: number;
  probePort: number;
}

/** A load balancer like that of a cluster: round robin over the replicas whose last readiness probe succeeded. */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly ready = new Set<number>();
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

  /** True when the last probe of the replica succeeded. */
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
    await Promise.all(
      this.replicas.map(async ({ port, probePort }) => {
        try {
          const url = `http://127.0.0.1:${probePort}/health/ready`;
          const headers = { connection: 'close' };
          const answer = await fetch(url, { headers, signal: AbortSignal.timeout(1_000) });
          await answer.body?.cancel();
          if (answer.ok) this.ready.add(port);
          else this.ready.delete(port);
        } catch {
          this.ready.delete(port);
        }
      }),
    );
  }
}
