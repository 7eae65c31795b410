import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const PROBE_MS = 100;

/** A balancer as a cluster has it: new connections go in turn to the replicas whose last probe was good. */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly ready = new Set<number>();
  private readonly probe: NodeJS.Timeout;
  private turn = 0;

  private constructor(private readonly replicas: readonly number[]) {
    this.server = createServer((client) => this.pass(client));
    this.probe = setInterval(() => void this.look(), PROBE_MS);
  }

  static async start(replicas: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(replicas);
    await new Promise<void>((resolve) => balancer.server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Whether the last probe of a replica was good. */
  isReady(port: number): boolean {
    return this.ready.has(port);
  }

  async stop(): Promise<void> {
    clearInterval(this.probe);
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(client: Socket): void {
    const ready = this.replicas.filter((port) => this.ready.has(port));
    const port = ready[this.turn++ % ready.length];
    client.on('error', () => undefined);
    if (port === undefined) {
      client.resetAndDestroy();
      return;
    }
    const replica = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, replica],
      [replica, client],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.replicas.map(async (port) => {
        try {
          const url = `http://127.0.0.1:${port}/health/ready`;
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
