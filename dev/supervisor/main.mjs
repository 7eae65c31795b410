// The supervisor: one background process that runs all others, and takes commands on a socket.
// It ends with the last of them, or with the foreground command that started it.
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { identify } from '../lib/processes.mjs';
import { RUN_DIR } from '../lib/settings.mjs';
import { CONTROL_SOCKET, SUPERVISOR } from './address.mjs';
import { ProcessSupervisor } from './process-supervisor.mjs';
import { removePid, writePid } from './pid-files.mjs';

const log = (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
const supervisor = new ProcessSupervisor(log);
const self = identify(process.pid);
let owner;
let stopping;

const orders = {
  start: (spec) => supervisor.start(spec),
  stop: ({ name }) => supervisor.stop(name),
  revert: ({ name }) => supervisor.revert(name),
  restart: ({ name }) => supervisor.restart(name),
  kill: ({ name }) => supervisor.kill(name),
  status: () => supervisor.status(),
  /** Detaches the command that started it; the processes keep running. */
  release: () => ((owner = undefined), true),
};

function stop(reason) {
  stopping ??= (async () => {
    log(`stops: ${reason}`);
    await supervisor.stopAll();
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
  // The response must be sent before the end, which may come at once.
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
