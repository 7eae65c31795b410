// node dev/s3.mjs: an S3 of this machine until Ctrl-C; prints what a start has to be told to keep its files there.
// A program that forks it is sent the same, and takes it along when it ends.
import { ensurePrerequisites } from './infra/prerequisites.mjs';
import { startS3 } from './infra/s3.mjs';
import { Refusal } from './lib/command.mjs';
import { identify, isAlive } from './lib/processes.mjs';

async function main() {
  await ensurePrerequisites(new Set(['s3']), (line) => console.error(line));
  const { pid, stop, settings } = await startS3();
  const end = async (code) => {
    await stop();
    process.exit(code);
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.once(event, () => void end(0));
  const gateway = identify(pid);
  setInterval(() => isAlive(gateway) || process.exit(1), 500);
  if (process.send) process.send(settings);
  else for (const [name, value] of Object.entries(settings)) console.log(`export ${name}='${value}'`);
}

main().catch((error) => {
  console.error(error instanceof Refusal ? [error.message, error.advice].join('\n') : error);
  process.exit(1);
});
