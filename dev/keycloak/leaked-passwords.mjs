// The forbidden passwords in Keycloak's format: one per line, compared without case.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the list in the policies of the realms. */
export const LEAKED_PASSWORDS = 'leaked.txt';

/**
 * Writes the list that identity's own policy uses too. Returns its folder.
 * @param {string} directory
 */
export async function writeLeakedPasswords(directory) {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = Object.values(dictionary).flatMap((list) => [...list].map(String));
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, LEAKED_PASSWORDS), `${words.join('\n')}\n`);
  return directory;
}
