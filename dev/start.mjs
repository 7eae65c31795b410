// npm start: everything of the product on one machine, with real parts.
//   npm start                      until Ctrl-C
//   npm start -- --detach          returns when all is healthy; `npm run stop` ends it
//   npm start -- crm sales         these services with identity and the gateway, which answers 503 for the others
//   npm start -- --observability   with telemetry: OpenTelemetry collector, Prometheus and Jaeger, until the stack stops
//   npm start -- --infra-only      PostgreSQL, Kafka, Keycloak, Gotenberg, mailbox and sandbox bank; databases, no service
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode, ensurePrerequisites } from './infra/prerequisites.mjs';
import { checkKeycloak } from './keycloak/existing-keycloak.mjs';
import { externalParts, nativeParts } from './lib/addresses.mjs';
import { blockedPorts } from './lib/blocked-ports.mjs';
import { chooseParts } from './lib/chosen-parts.mjs';
import { UserError, endCommands, shown } from './lib/command.mjs';
import { keycloakAccess } from './lib/keycloak-client.mjs';
import { chooseObservability, isObserved } from './lib/observability.mjs';
import { portHolder } from './lib/ports-in-use.mjs';
import { Progress, seconds } from './lib/progress.mjs';
import { stackId } from './lib/secrets.mjs';
import { DATA_DIR } from './lib/settings.mjs';
import { lockStart } from './lib/start-lock.mjs';
import { portsOfPlan, stepsOf } from './lib/stack.mjs';
import { runSteps } from './lib/steps.mjs';
import { welcome } from './lib/welcome.mjs';
import { ensureSupervisor, isRunning, order, own, stopEverything } from './supervisor/client.mjs';

const from = Date.now();
const { values: options, positionals: services } = parseArgs({
  allowPositionals: true,
  options: {
    detach: { type: 'boolean', default: false },
    'infra-only': { type: 'boolean', default: false },
    observability: { type: 'boolean', default: false },
  },
});
const progress = new Progress();
const say = (line) => progress.say(line);
/** Whether another start left a supervisor, whose processes this command must not end. */
let guest = false;
/** Set once this start has begun: before that there is nothing to tear down. */
let unlock;
/** @type {string[]} */
const started = [];
/** @type {Set<Promise<unknown>>} */
const starting = new Set();

/** Ends or reverts what this command started, and nothing else: what ran before runs as it did. */
async function teardown() {
  await endCommands();
  if (!unlock || !isRunning()) return;
  if (!guest) return void (await stopEverything());
  await Promise.allSettled(starting);
  for (const name of started.reverse())
    await order('revert', { name }).catch((error) => console.error(`${name}: ${error.message}`));
}

async function launch(spec) {
  const begun = order('start', spec);
  starting.add(begun);
  const { started: fresh } = await begun;
  if (fresh) started.push(spec.name);
}

let ending = false;
async function interrupted() {
  if (ending) return;
  ending = true;
  progress.close();
  console.log('\nStopping what was started…');
  await teardown();
  unlock?.();
  process.exit(130);
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => void interrupted());

const OTHER_PORTS = 'Choose other ports: GATEWAY_PORT and the like, or COULISSE_PORT_OFFSET for all.';

function checkBlockedPorts(plan) {
  const blocked = blockedPorts(portsOfPlan(plan));
  if (blocked.length) throw new UserError(blocked.join('\n'), { advice: OTHER_PORTS });
}

/** Reports ports that other programs hold before anything starts; our own processes may keep theirs. */
async function checkPorts(plan) {
  const ours = new Set(guest ? (await order('status')).filter(({ pid }) => pid).map(({ name }) => name) : []);
  const taken = [];
  for (const { name, ports } of portsOfPlan(plan).filter(({ name }) => !ours.has(name)))
    for (const port of ports) {
      const holder = await portHolder(port);
      if (holder)
        taken.push(
          `port ${port} (${name}) is held by ${holder.pid ? `pid ${holder.pid}: ${holder.command}` : 'a process of another user'}`,
        );
    }
  if (taken.length)
    throw new UserError(taken.join('\n'), { advice: `End that process, or c${OTHER_PORTS.slice(1)}` });
}

/** Stores the times of the first start and of this one, for the next one. */
function recordTime(took) {
  const file = join(DATA_DIR, 'start-times.json');
  let times = {};
  try {
    times = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    mkdirSync(DATA_DIR, { recursive: true });
  }
  const first = times.first ?? took;
  writeFileSync(file, JSON.stringify({ first, last: took }));
  return first === took ? 'the first start of this data directory' : `the first start took ${seconds(first)}`;
}

/** Times of a part would say nothing about those of a whole start. */
function historyOf({ infraOnly, choice }, took) {
  if (infraOnly) return 'infrastructure only';
  return choice.isWhole ? recordTime(took) : `only ${choice.parts.map(({ name }) => name).join(', ')}`;
}

async function main() {
  checkNode();
  const choice = chooseParts(services);
  unlock = lockStart();
  guest = isRunning();
  const native = nativeParts();
  if (options.observability || isObserved()) {
    native.add('observability');
    chooseObservability();
  }
  const plan = { native, infraOnly: options['infra-only'], choice, say, launch };
  checkBlockedPorts(plan);
  for (const { name, variable, address } of externalParts())
    say(`${name}: ${new URL(address.includes('://') ? address : `tcp://${address}`).host} (${variable})`);
  // Databases that existed before may belong to the realms that exist; ours are of one stack only.
  const keycloakNotice =
    !plan.native.has('keycloak') &&
    (await checkKeycloak(keycloakAccess(), plan.native.has('postgres') ? stackId() : undefined));
  await ensurePrerequisites(plan.native, say);
  await checkPorts(plan);
  await ensureSupervisor();
  if (!guest) await own();
  await runSteps(stepsOf(plan), progress);
  unlock();
  progress.close();
  const took = Date.now() - from;
  const history = historyOf(plan, took);
  console.log(`\nEverything is healthy after ${seconds(took)} (${history}).\n`);
  console.log(welcome(plan));
  if (keycloakNotice) console.log(`${keycloakNotice}\n`);
  if (!options.detach) return console.log('Ctrl-C stops it.');
  if (!guest) await order('release');
  process.exit(0);
}

main().catch(async (error) => {
  if (ending) return;
  ending = true;
  progress.close();
  console.error(`\n${error instanceof UserError ? error.message : error.stack}`);
  if (error.log) console.error(`\nThe whole log: ${shown(error.log)}`);
  if (error.advice) console.error(`\nWhat to do: ${error.advice}`);
  await teardown();
  unlock?.();
  process.exit(1);
});
