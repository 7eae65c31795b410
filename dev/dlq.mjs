// Messages that a consumer could not handle: the failed deliveries of all services.
//   npm run dlq -- list [<service>] [dead|retrying]            failed deliveries, with their last error
//   npm run dlq -- show <id>                                   one failed delivery in full, its bytes too
//   npm run dlq -- replay [<service>] [<id>] [dead|retrying]   retries them at once
//   npm run dlq -- discard <id> <reason>                       discards one for good; the reason stays in the history
import { UserError } from './lib/command.mjs';
import {
  discardFailure,
  listFailures,
  listRefused,
  replayFailures,
  selection,
} from './lib/failed-deliveries.mjs';

const USAGE = 'npm run dlq -- list|show|replay|discard [<service>] [<id>] [dead|retrying] [<reason>]';
const when = (date) => date?.toISOString() ?? 'never';

/** Two lines of output for one failed delivery. */
export function lines(row) {
  const { service, id, state, consumer, topic, type, attempts, first_failed_at, next_attempt_at } = row;
  const next = state === 'DEAD' ? 'waits for a decision' : `next attempt ${when(next_attempt_at)}`;
  return [
    `${state === 'DEAD' ? '✗' : '…'} ${id}  ${service}  ${consumer}  ${topic} ${type}`,
    `    since ${when(first_failed_at)}, ${attempts} attempt${attempts === 1 ? '' : 's'}, ${next}: ${row.error_text ?? row.error_code}`,
  ];
}

async function list(words) {
  const chosen = selection(words);
  const rows = await listFailures(chosen);
  for (const row of rows) console.log(lines(row).join('\n'));
  const refused = chosen.state ? [] : await listRefused(chosen);
  for (const { id, service, topic, type, failed_at: at, failure } of refused)
    console.log(
      `! ${id}  ${service}  ${topic} ${type}\n    not published, the broker refused it on ${when(at)}: ${failure}`,
    );
  console.log(rows.length + refused.length ? `${rows.length + refused.length} in all.` : 'No message waits.');
}

async function show(words) {
  const chosen = selection(words);
  if (!chosen.id) throw new UserError('npm run dlq -- show <id>');
  const [row] = await listFailures(chosen, '*');
  if (!row) throw new UserError(`no failed delivery has the id ${chosen.id}`);
  for (const [name, value] of Object.entries(row)) {
    const text = Buffer.isBuffer(value) ? value.toString('base64') : value;
    console.log(
      `${name.padEnd(16)} ${text instanceof Date ? when(text) : typeof text === 'object' ? JSON.stringify(text) : text}`,
    );
  }
}

async function replay(words) {
  const count = await replayFailures(selection(words));
  console.log(count ? `${count} tried again.` : 'No message waits.');
}

async function discard([id, ...reason]) {
  if (!id || !selection([id]).id || !reason.join('').trim())
    throw new UserError('npm run dlq -- discard <id> <reason>');
  if (!(await discardFailure(id, reason.join(' ').trim())))
    throw new UserError(`no failed delivery has the id ${id}`);
  console.log('Discarded.');
}

const ACTIONS = new Map(Object.entries({ list, show, replay, discard }));

async function main([action, ...words]) {
  const run = ACTIONS.get(action);
  if (!run) throw new UserError(USAGE);
  await run(words);
}

if (import.meta.filename === process.argv[1])
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
