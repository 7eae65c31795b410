import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { after } from 'node:test';
import { freePort } from '../lib/free-port.mjs';
import { identify, isAlive, signal, treeOf, treeRssMb } from '../lib/processes.mjs';
import { until } from '../lib/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
process.env.COULISSE_DATA_DIR = folder;
const { mailboxProcess, startMailbox } = await import('./mailbox.mjs');
after(() => rmSync(folder, { recursive: true, force: true }));

/** Twenty kilobytes, as a mail with a ticket. */
const content = Buffer.from(randomUUID().repeat(410)).toString('base64').replace(/.{76}/g, '$&\r\n');
const mail = (to) =>
  [
    `From: La Lumiere <billetterie@lumiere.example>`,
    `To: <${to}>`,
    `Subject: Vos billets`,
    `Message-ID: <${randomUUID()}@lumiere.example>`,
    'Content-Type: application/pdf; name=billets.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    content,
  ].join('\r\n');

/** Sends mails one after the other over one connection. */
async function send(port, addresses) {
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const say = async (text, code) => {
    if (text) socket.write(`${text}\r\n`);
    let line;
    do line = (await lines.next()).value;
    while (line?.[3] === '-');
    assert.equal(line?.slice(0, 3), code, line);
  };
  await say('', '220');
  await say('EHLO test', '250');
  for (const to of addresses) {
    await say('MAIL FROM:<billetterie@lumiere.example>', '250');
    await say(`RCPT TO:<${to}>`, '250');
    await say('DATA', '354');
    await say(`${mail(to)}\r\n.`, '250');
  }
  socket.end('QUIT\r\n');
}

const buyers = (count, from = 0) =>
  Array.from({ length: count }, (_, index) => `buyer-${from + index}@example.test`);

test('survives two thousand mails, and starts again with them', async () => {
  const options = {
    dataDir: join(folder, 'mail'),
    port: await freePort(),
    smtpPort: await freePort(),
    name: 'mailbox',
  };
  const total = async (query = '') => {
    const path = query ? `search?query=${encodeURIComponent(query)}` : 'messages';
    const answer = await (await fetch(`http://127.0.0.1:${options.port}/api/v1/${path}`)).json();
    return query ? answer.messages_count : answer.total;
  };
  let running = await startMailbox(options);
  try {
    await Promise.all([0, 500, 1000, 1500].map((from) => send(options.smtpPort, buyers(500, from))));
    assert.equal(await total(), 2_000);
    assert.ok(treeRssMb(running.pid) < 160, `${treeRssMb(running.pid)} MB`);
    // Like a crash.
    const identity = identify(running.pid);
    for (const pid of treeOf(running.pid)) signal(pid, 'SIGKILL');
    await until(() => !isAlive(identity));
    running = await startMailbox(options);
    assert.equal(await total(), 2_000);
    assert.equal(await total('to:"buyer-1999@example.test"'), 1);
    await send(options.smtpPort, ['late@example.test']);
    assert.equal(await total('to:"late@example.test"'), 1);
    const page = await fetch(`http://127.0.0.1:${options.port}/`);
    assert.match(await page.text(), /dist\/app\.js/);
    const script = await fetch(`http://127.0.0.1:${options.port}/dist/app.js`);
    assert.ok(script.ok && (await script.text()).length > 100_000, 'its page was built');
  } finally {
    await running.stop();
  }
});

test('limits the number of stored mails', async () => {
  const { args } = await mailboxProcess({
    dataDir: join(folder, 'bounded'),
    port: 1,
    smtpPort: 2,
    maxMails: 7,
  });
  // Mailpit deletes the oldest once a minute.
  assert.equal(args[args.indexOf('--max') + 1], '7');
});
