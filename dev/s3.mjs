// node dev/s3.mjs: runs a local S3 until Ctrl-C; prints the variables by which a start stores its files there.
// A parent process that forks it gets them as a message, and the S3 ends with it.
import { ensurePrerequisites } from './infra/prerequisites.mjs';
import { startS3 } from './infra/s3.mjs';
import { UserError } from './lib/command.mjs';
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
  console.error(error instanceof UserError ? [error.message, error.advice].join('\n') : error);
  process.exit(1);
});
