// Finds the process that holds a port. Checked before anything starts, because a stack trace would not name it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { commandOf } from './processes.mjs';

const LISTEN = '0A';

/**
 * Inodes of the sockets that listen on a port, from the text of /proc/net/tcp or tcp6.
 * @param {string} table @param {number} port
 */
export function listeningInodes(table, port) {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTEN && local?.split(':')[1] === hexPort)
    .map((fields) => fields[9]);
}

function pidOfInode(inode) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let descriptors;
    try {
      descriptors = readdirSync(`/proc/${pid}/fd`);
    } catch {
      continue; // gone meanwhile, or another user's
    }
    for (const descriptor of descriptors) {
      try {
        if (readlinkSync(`/proc/${pid}/fd/${descriptor}`) === `socket:[${inode}]`) return Number(pid);
      } catch {
        continue; // closed meanwhile
      }
    }
  }
  return undefined;
}

/** @returns {number | undefined} */
function holderPid(port) {
  if (!existsSync('/proc/net/tcp')) {
    try {
      return Number(
        execFileSync('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'], { encoding: 'utf8' }).split(
          '\n',
        )[0],
      );
    } catch {
      return undefined;
    }
  }
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync);
  const [inode] = tables.flatMap((table) => listeningInodes(readFileSync(table, 'utf8'), port));
  return inode && pidOfInode(inode);
}

const canBind = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has no ::1.
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });

/**
 * The process that holds a port, or undefined.
 * @param {number} port
 * @returns {Promise<{ port: number, pid?: number, command?: string } | undefined>}
 */
export async function portHolder(port) {
  // Both, since a browser tries either for `localhost`.
  if ((await canBind(port, '127.0.0.1')) && (await canBind(port, '::1'))) return undefined;
  const pid = holderPid(port);
  return { port, pid, command: pid && commandOf(pid).slice(0, 160) };
}
