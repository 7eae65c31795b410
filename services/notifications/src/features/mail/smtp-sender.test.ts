import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Mail } from './mail-sender.port';
import { SmtpSender } from './smtp-sender';

const mail: Mail = {
  messageId: 'reservation-tickets.1',
  fromName: 'La Lumière',
  to: { name: 'Zoé', address: 'zoe@example.test' },
  replyTo: { name: 'Accueil', address: 'accueil@theatre.test' },
  subject: 'Vos billets',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
  language: 'fr',
  attachments: [],
};

/** A mail server with a custom response to one command, and normal responses to all others. */
async function serverThat(
  command: string,
  answer: string,
): Promise<{ server: Server; url: string; received: string[]; sockets: Socket[] }> {
  const received: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      received.push(text);
      const ended = inData && text.endsWith('\r\n.\r\n');
      if (inData && !ended) return;
      const polite = text.startsWith('DATA') ? '354 go on' : '250 ok';
      inData = text.startsWith('DATA') && !command.startsWith('DATA');
      socket.write(`${!ended && text.startsWith(command) ? answer : polite}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `smtp://127.0.0.1:${port}`, received, sockets };
}

async function send(command: string, answer: string) {
  const { server, url, received } = await serverThat(command, answer);
  const sender = new SmtpSender(url, 'billetterie@theatre.test');
  try {
    return { delivery: await sender.send(mail), received: received.join('') };
  } finally {
    sender.close();
    server.close();
  }
}

it('sends with a stable identifier', async () => {
  const { delivery, received } = await send('NOTHING', '');
  expect(delivery).toEqual({ accepted: true });
  expect(received).toContain('Message-ID: <reservation-tickets.1@theatre.test>');
  expect(received).toContain('Content-Language: fr');
  expect(received).toContain('Reply-To: Accueil <accueil@theatre.test>');
});

it('reports a 5xx about the recipient as a final refusal', async () => {
  const { delivery } = await send('RCPT', '550 no such mailbox');
  expect(delivery).toEqual({ accepted: false, reason: '550 no such mailbox' });
});

it.each([
  ['RCPT', '450 busy'],
  ['EHLO', '421 closing'],
])('throws service.unavailable when the response to %s is %s', async (command, answer) => {
  await expect(send(command, answer)).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('throws service.unavailable when the server is down', async () => {
  const { server, url } = await serverThat('NOTHING', '');
  await new Promise((resolve) => server.close(resolve));
  const sender = new SmtpSender(url, 'billetterie@theatre.test');
  await expect(sender.send(mail)).rejects.toMatchObject({ code: 'service.unavailable' });
  sender.close();
});

describe('several mails', () => {
  const open = async () => {
    const { server, url, sockets, received } = await serverThat('NOTHING', '');
    const sender = new SmtpSender(url, 'billetterie@theatre.test');
    const close = () => {
      sender.close();
      server.close();
    };
    return { sender, sockets, received, close };
  };

  it('share a connection, one after the other', async () => {
    const { sender, sockets, received, close } = await open();
    for (let sent = 0; sent < 5; sent++) await sender.send(mail);
    close();
    expect(sockets).toHaveLength(1);
    expect(received.join('').match(/^EHLO /gm)).toHaveLength(1);
  });

  it('share three connections at most', async () => {
    const { sender, sockets, close } = await open();
    await Promise.all(Array.from({ length: 20 }, () => sender.send(mail)));
    close();
    expect(sockets).toHaveLength(3);
  });

  it('are sent over another connection when the server has closed the first', async () => {
    const { sender, sockets, close } = await open();
    await sender.send(mail);
    const closed = once(sockets[0]!, 'close');
    sockets[0]!.end();
    await closed;
    await expect(sender.send(mail)).resolves.toEqual({ accepted: true });
    close();
    expect(sockets).toHaveLength(2);
  });
});

it('does not send a mail again by itself when its connection ended', async () => {
  const { server, url, sockets, received } = await serverThat('DATA', '354 go on');
  const sender = new SmtpSender(url, 'billetterie@theatre.test');
  server.prependListener('connection', (socket) => {
    socket.on('data', (chunk: Buffer) => void (chunk.toString().includes('Vos billets') && socket.destroy()));
  });
  await expect(sender.send(mail)).rejects.toMatchObject({ code: 'service.unavailable' });
  sender.close();
  server.close();
  expect(sockets).toHaveLength(1);
  expect(received.join('').match(/^MAIL FROM/gm)).toHaveLength(1);
});

it('reads no content from a file', async () => {
  const { server, url } = await serverThat('NOTHING', '');
  const sender = new SmtpSender(url, 'billetterie@theatre.test');
  const html = { path: __filename } as unknown as string;
  await expect(sender.send({ ...mail, html })).rejects.toThrow();
  sender.close();
  server.close();
});
