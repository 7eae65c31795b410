// npm run reset: stops everything and forgets all data of this stack. Downloads and builds stay. --yes does not ask.
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { elsewhere } from './infra/postgres.mjs';
import { shown } from './lib/command.mjs';
import { DATA_DIR } from './lib/settings.mjs';
import { join } from 'node:path';
import { stopEverything } from './supervisor/client.mjs';

async function confirmed() {
  if (process.argv.includes('--yes')) return true;
  if (!process.stdin.isTTY) {
    console.error('Nobody to ask: --yes says that you mean it.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `Forget all databases, files and mails in ${shown(DATA_DIR)}? (yes/no) `,
  );
  terminal.close();
  return /^y(es)?$|^o(ui)?$/i.test(answer.trim());
}

if (await confirmed()) {
  await stopEverything();
  for (const folder of [DATA_DIR, elsewhere(join(DATA_DIR, 'postgres'))])
    await rm(folder, { recursive: true, force: true });
  console.log('All data is gone. `npm start` begins anew.');
} else {
  console.log('Nothing was changed.');
  process.exitCode = 1;
}
