import type { AddressInfo, Server } from 'node:net';

/**
 * Connections that the system completes while the process is busy. Node's default is 511: at an on-sale the others
 * would wait one to three seconds for their client's retry. The system may allow less (`net.core.somaxconn`).
 */
const BACKLOG = 4_096;

/** @returns the port, also when the system chose it (0) */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
