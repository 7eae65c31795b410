// The supervisor: one process in the background that keeps all others, and takes orders on a socket.
// It ends with the last of them, or with whoever started it in the foreground.
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { identify } from '../lib/processes.mjs';
import { RUN_DIR } from '../lib/settings.mjs';
import { CONTROL_SOCKET, SUPERVISOR } from './address.mjs';
import { Keeper } from './keeper.mjs';
import { removePid, writePid } from './pid-files.mjs';

const log = (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
const keeper = new Keeper(log);
const self = identify(process.pid);
let owner;
let stopping;

const orders = {
  start: (spec) => keeper.start(spec),
  stop: ({ name }) => keeper.stop(name),
  revert: ({ name }) => keeper.revert(name),
  restart: ({ name }) => keeper.restart(name),
  kill: ({ name }) => keeper.kill(name),
  status: () => keeper.status(),
  /** Whoever started it goes; the processes stay. */
  release: () => ((owner = undefined), true),
};

function stop(why) {
  stopping ??= (async () => {
    log(`stops: ${why}`);
    await keeper.stopAll();
    removePid(SUPERVISOR, self);
    rmSync(CONTROL_SOCKET, { force: true });
    process.exit(0);
  })();
  return stopping;
}

/** The connection stays open for as long as its other end lives. */
function own(response) {
  owner = response;
  response.writeHead(200).write('\n');
  response.on('close', () => owner === response && stop('whoever started it is gone'));
}

const server = createServer(async (request, response) => {
  const name = request.url.slice(1);
  if (name === 'own') return own(response);
  // The answer has to be out before the end, which may come at once.
  if (name === 'shutdown') response.on('finish', () => stop('asked to'));
  const reply = (status, body) =>
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(body));
  if (name === 'shutdown') return reply(200, true);
  if (!(name in orders)) return reply(404, { message: `no such order: ${name}` });
  try {
    reply(200, (await orders[name](await json(request))) ?? null);
  } catch (error) {
    reply(500, { message: error.message, advice: error.advice, log: error.log });
  }
});
server.requestTimeout = 0;
server.headersTimeout = 0;

mkdirSync(RUN_DIR, { recursive: true });
rmSync(CONTROL_SOCKET, { force: true });
server.listen(CONTROL_SOCKET, () => {
  chmodSync(CONTROL_SOCKET, 0o600);
  writePid({ name: SUPERVISOR, ...self });
  log(`supervisor, pid ${process.pid}`);
});
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => stop(name));
