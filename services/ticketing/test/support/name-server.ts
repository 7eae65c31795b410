import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const NAME_ERROR = 3;

/** The name of a question, and where it ends. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerOf(text: string): Buffer {
  const content = Buffer.from(text);
  const head = Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    16,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    content.length + 1,
    content.length,
  ]);
  return Buffer.concat([head, content]);
}

/** A name server that knows TXT records alone, over UDP as a resolver asks it. */
export class NameServer {
  private readonly records = new Map<string, readonly string[]>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (message, { address, port }) => {
      const { name, end } = questionOf(message);
      const texts = this.textsOf(name);
      const head = Buffer.alloc(HEADER_BYTES);
      message.copy(head, 0, 0, 2);
      head.writeUInt16BE(0x8180 | (texts.length === 0 ? NAME_ERROR : 0), 2);
      head.writeUInt16BE(1, 4);
      head.writeUInt16BE(texts.length, 6);
      const question = message.subarray(HEADER_BYTES, end);
      socket.send(Buffer.concat([head, question, ...texts.map(answerOf)]), port, address);
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  set(name: string, texts: readonly string[]): void {
    this.records.set(name, texts);
  }

  textsOf(name: string): readonly string[] {
    return this.records.get(name) ?? [];
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(resolve));
  }
}
