import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ClamdScanner } from './clamd-scanner';

const EICAR = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
const COMMAND = 'zINSTREAM\0';

/** The content of a stream after its final empty chunk; null before. */
function contentOf(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, COMMAND.length).equals(Buffer.from(COMMAND))) return null;
  const pieces: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

let server: Server | undefined;
afterEach(() => server?.close());

/** A fake clamd that calls `answer` with the content of a complete stream. */
async function clamd(answer: (socket: Socket, content: Buffer) => void, timeoutMs = 5_000) {
  server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      bytes = Buffer.concat([bytes, data]);
      const content = contentOf(bytes);
      if (content) answer(socket, content);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return new ClamdScanner(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs);
}
const unavailable = { code: 'service.unavailable', status: 503 };

it('sends the whole file in chunks and returns the verdict of clamd', async () => {
  const seen: Buffer[] = [];
  const scanner = await clamd((socket, content) => {
    seen.push(content);
    socket.end(content.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
  });
  const large = Buffer.alloc(300_000, 'a');
  expect(await scanner.scan(large)).toBe('CLEAN');
  expect(await scanner.scan(EICAR)).toEqual({ infected: 'Eicar-Signature' });
  expect(seen[0]?.equals(large)).toBe(true);
});

it.each<[string, (socket: Socket) => void]>([
  ['an answer without its end', (socket) => socket.end('stream: OK')],
  ['an endless answer', (socket) => socket.write('x'.repeat(10_000))],
  ['no answer', (socket) => socket.destroy()],
  ['an error', (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
  ['an answer that stops half-way', (socket) => void socket.write('stream: ')],
])('throws service.unavailable for %s', async (_description, answer) => {
  const scanner = await clamd(answer, 500);
  await expect(scanner.scan(EICAR)).rejects.toMatchObject(unavailable);
});

it('throws service.unavailable when clamd is unreachable', async () => {
  await expect(new ClamdScanner('tcp://127.0.0.1:1', 1_000).scan(EICAR)).rejects.toMatchObject(unavailable);
  await expect(new ClamdScanner('unix:///nowhere/clamd.sock', 1_000).scan(EICAR)).rejects.toMatchObject(
    unavailable,
  );
});
