// npm run reset: stops everything and deletes all data of this stack, and its users in a Keycloak that KEYCLOAK_URL
// names. Downloads and builds stay. --yes does not ask.
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { elsewhere } from './infra/postgres.mjs';
import { deleteRealms } from './keycloak/existing-keycloak.mjs';
import { nativeParts } from './lib/addresses.mjs';
import { UserError, shown } from './lib/command.mjs';
import { keycloakAccess } from './lib/keycloak-client.mjs';
import { stackId } from './lib/secrets.mjs';
import { DATA_DIR } from './lib/settings.mjs';
import { join } from 'node:path';
import { stopEverything } from './supervisor/client.mjs';

const native = nativeParts();
/** The Keycloak users of deleted databases must be deleted too; external databases stay, with their users. */
const keycloak = native.has('postgres') && !native.has('keycloak') ? keycloakAccess() : undefined;

async function confirmed() {
  if (process.argv.includes('--yes')) return true;
  if (!process.stdin.isTTY) {
    console.error('Nobody to ask: --yes says that you mean it.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `Forget all databases, files and mails in ${shown(DATA_DIR)}${keycloak ? `, and our realms at ${keycloak.url}` : ''}? (yes/no) `,
  );
  terminal.close();
  return /^y(es)?$|^o(ui)?$/i.test(answer.trim());
}

async function forgetUsers() {
  if (!keycloak) return;
  try {
    const removedRealms = await deleteRealms(keycloak, stackId());
    if (removedRealms.length)
      console.log(`Gone from ${keycloak.url}: ${removedRealms.map((name) => `realm ${name}`).join(', ')}.`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(`The realms of this stack stay where they are. ${error.message}`);
  }
}

if (await confirmed()) {
  await stopEverything();
  await forgetUsers();
  for (const folder of [DATA_DIR, elsewhere(join(DATA_DIR, 'postgres'))])
    await rm(folder, { recursive: true, force: true });
  console.log('All data is gone. `npm start` begins anew.');
} else {
  console.log('Nothing was changed.');
  process.exitCode = 1;
}
