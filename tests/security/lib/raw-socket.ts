import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  text: string;
}

export interface Received {
  text: string;
  refused: boolean;
}

export interface ExchangeOptions {
  /** Time allowed for a response. */
  waitMs?: number;
  /** Between the parts of what is sent. */
  pauseMs?: number;
}

/** No further response is expected when nothing came for this long. */
const QUIET_MS = 250;

/** Writes parts on a fresh connection and reads until it is quiet or closed. */
export function exchange(
  host: string,
  port: number,
  parts: readonly (string | Buffer)[],
  { waitMs = 10_000, pauseMs = 0 }: ExchangeOptions = {},
): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let refused = false;
    let quiet: NodeJS.Timeout | undefined;
    const socket = connect(port, host === 'localhost' ? '127.0.0.1' : host);
    const end = () => {
      clearTimeout(most);
      clearTimeout(quiet);
      socket.destroy();
      resolve({ text: Buffer.concat(chunks).toString('latin1'), refused });
    };
    const most = setTimeout(end, waitMs);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      refused ||= error.code === 'ECONNREFUSED';
      end();
    });
    socket.on('close', end);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_MS);
    });
    socket.on('connect', () => {
      void (async () => {
        for (const [index, part] of parts.entries()) {
          if (index > 0 && pauseMs > 0) await new Promise((next) => setTimeout(next, pauseMs));
          if (socket.destroyed) return;
          socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
        }
      })();
    });
  });
}

/** Splits the text received on a connection into responses. */
export function parseAnswers(text: string): RawAnswer[] {
  return text
    .split(/(?=HTTP\/1\.[01] \d{3}(?: |\r))/)
    .map((part) => ({ match: /^HTTP\/1\.[01] (\d{3})/.exec(part), part }))
    .filter(({ match, part }) => match !== null && !/^HTTP\/1\.1 100/.test(part))
    .map(({ match, part }) => ({ status: Number(match?.[1]), text: part }));
}
