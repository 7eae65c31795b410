// Which TCP sockets a process and its children listen on, read from Linux's /proc.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

const LISTEN = '0A';

/** Returns `fallback` when `work` fails, because the process that it reads ended meanwhile. */
function tryOr(fallback, work) {
  try {
    return work();
  } catch {
    return fallback;
  }
}

/** `0100007F` is 127.0.0.1: words of four bytes, each in the order of this machine. */
export function addressOf(hex) {
  const words = hex.match(/.{8}/g).map((word) => word.match(/../g).reverse().join(''));
  if (words.length === 1)
    return words[0]
      .match(/../g)
      .map((byte) => Number.parseInt(byte, 16))
      .join('.');
  const groups = words.join('').match(/.{4}/g);
  if (/^0{20}ffff/i.test(groups.join('')))
    return groups
      .slice(6)
      .join('')
      .match(/../g)
      .map((byte) => Number.parseInt(byte, 16))
      .join('.');
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

export const isLoopback = (address) => address.startsWith('127.') || address === '0:0:0:0:0:0:0:1';

/** @returns {Map<string, { address: string, port: number }>} by inode */
function listening() {
  const sockets = new Map();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = tryOr('', () => readFileSync(file, 'utf8'))
      .split('\n')
      .slice(1);
    for (const line of lines) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state !== LISTEN) continue;
      const [address, port] = local.split(':');
      sockets.set(inode, { address: addressOf(address), port: Number.parseInt(port, 16) });
    }
  }
  return sockets;
}

const parentOf = (pid) => {
  const stat = tryOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name in brackets may hold anything, blanks too.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

function withDescendants(pids) {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const belongs = (pid) => pid > 1 && (pids.includes(pid) || belongs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(belongs);
}

/**
 * @param {readonly number[]} pids
 * @returns {{ pid: number, address: string, port: number }[]}
 */
export function listeningSockets(pids) {
  const sockets = listening();
  return withDescendants(pids).flatMap((pid) =>
    tryOr([], () => readdirSync(`/proc/${pid}/fd`)).flatMap((fd) => {
      const target = tryOr('', () => readlinkSync(`/proc/${pid}/fd/${fd}`));
      const socket = sockets.get(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '');
      return socket ? [{ pid, ...socket }] : [];
    }),
  );
}
