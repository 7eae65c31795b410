import { connect, type Socket } from 'node:net';
import { Problem } from '@coulisse/service-kit';
import type { ScanResult, VirusScanner } from './virus-scanner.port';

const PIECE = 64 * 1024;
/** An answer is one line. */
const LONGEST_ANSWER = 4 * 1024;

/** Parses `tcp://host:3310` or `unix:///run/clamav/clamd.sock`. */
function addressOf(url: string): { host: string; port: number } | { path: string } {
  const { protocol, hostname, port, pathname } = new URL(url);
  return protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port || 3310) };
}

/** clamd with its INSTREAM command: length-prefixed chunks, a final empty chunk, one answer that ends with a NUL. */
export class ClamdScanner implements VirusScanner {
  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  async scan(content: Buffer): Promise<ScanResult> {
    try {
      const answer = await this.exchange(content);
      const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
      if (found) return { infected: found };
      if (answer === 'stream: OK') return 'CLEAN';
      throw new Error(`clamd answers ${JSON.stringify(answer)}`);
    } catch (cause) {
      throw new Problem('service.unavailable', { cause });
    }
  }

  private async exchange(content: Buffer): Promise<string> {
    const socket = connect(addressOf(this.url));
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        const late = () => reject(new Error(`clamd has not answered within ${this.timeoutMs} ms`));
        timer = setTimeout(late, this.timeoutMs);
        let answer = '';
        socket.setEncoding('latin1');
        socket.on('data', (text: string) => {
          answer += text;
          const end = answer.indexOf('\0');
          if (end >= 0) resolve(answer.slice(0, end));
          else if (answer.length > LONGEST_ANSWER) reject(new Error('clamd answers without end'));
        });
        socket.on('error', reject);
        // An incomplete answer is no verdict.
        socket.on('close', () => reject(new Error('clamd went away before it had answered')));
        socket.once('connect', () => send(socket, content));
      });
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  }
}

function send(socket: Socket, content: Buffer): void {
  socket.write('zINSTREAM\0');
  for (let start = 0; start < content.length; start += PIECE) {
    const piece = content.subarray(start, start + PIECE);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    socket.write(length);
    socket.write(piece);
  }
  socket.write(Buffer.alloc(4));
}
