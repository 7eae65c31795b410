import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Mail } from './mail-sender.port';
import { SmtpSender } from './smtp-sender';

const mail: Mail = {
  messageId: 'reservation-tickets.1',
  fromName: 'La Lumière',
  to: { name: 'Zoé', address: 'zoe@example.test' },
  subject: 'Vos billets',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
  language: 'fr',
  attachments: [],
};

/** A mail server that answers one command in its own way, and everything else politely. */
async function serverThat(
  command: string,
  answer: string,
): Promise<{ server: Server; url: string; said: string[] }> {
  const said: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      said.push(text);
      const ended = inData && text.endsWith('\r\n.\r\n');
      if (inData && !ended) return;
      const polite = text.startsWith('DATA') ? '354 go on' : '250 ok';
      inData = text.startsWith('DATA') && !command.startsWith('DATA');
      socket.write(`${!ended && text.startsWith(command) ? answer : polite}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, said };
}

async function send(command: string, answer: string) {
  const { server, url, said } = await serverThat(command, answer);
  const sender = new SmtpSender(url, 'billetterie@theatre.test');
  try {
    return { delivery: await sender.send(mail), said: said.join('') };
  } finally {
    sender.close();
    server.close();
  }
}

it('sends with an identifier that does not change', async () => {
  const { delivery, said } = await send('NOTHING', '');
  expect(delivery).toEqual({ accepted: true });
  expect(said).toContain('Message-ID: <reservation-tickets.1@theatre.test>');
  expect(said).toContain('Content-Language: fr');
});

it('takes a 5xx about the recipient as the last word', async () => {
  const { delivery } = await send('RCPT', '550 no such mailbox');
  expect(delivery).toEqual({ accepted: false, reason: '550 no such mailbox' });
});

it.each([
  ['RCPT', '450 busy'],
  ['EHLO', '421 closing'],
])('lets the mail wait when the server says %s: %s', async (command, answer) => {
  await expect(send(command, answer)).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('lets the mail wait when nobody listens', async () => {
  const { server, url } = await serverThat('NOTHING', '');
  await new Promise((resolve) => server.close(resolve));
  const sender = new SmtpSender(url, 'billetterie@theatre.test');
  await expect(sender.send(mail)).rejects.toMatchObject({ code: 'service.unavailable' });
  sender.close();
});
