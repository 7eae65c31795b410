// Keys of this stack. Values are never shown.
//   npm run secrets                        lists the keys, and how many old ones can be dropped
//   npm run secrets -- rotate <name>...    new keys: a service, gateway, services (all of them), session, encryption
//   npm run secrets -- drop-old            deletes the old keys, once everything runs with the new ones
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { UserError } from './lib/command.mjs';
import { dropOldSecrets, newServiceKey, oldSecrets, rotateSecret, serviceKeyName } from './lib/secrets.mjs';
import { readTopology } from './lib/topology.mjs';

const key = () => randomBytes(32).toString('base64');
const parts = () => readTopology().map(({ name }) => name);

/** Keys that can be rotated, by the name that a person gives: the name of the stored secret, and how to make one. */
function rotatable() {
  return new Map([
    ...parts().map((name) => [name, { secretName: serviceKeyName(name), make: newServiceKey }]),
    ['session', { secretName: 'sessionKey', make: key }],
    ['encryption', { secretName: 'encryptionKey', make: key }],
  ]);
}

export function rotate(names) {
  const all = rotatable();
  const selected = names.flatMap((name) => (name === 'services' ? parts() : [name]));
  const unknown = selected.filter((name) => !all.has(name));
  if (selected.length === 0 || unknown.length > 0)
    throw new UserError(`no such key: ${unknown.join(', ') || 'none was named'}`, {
      advice: `Name one of: services, ${[...all.keys()].join(', ')}.`,
    });
  for (const name of selected) {
    const { secretName, make } = all.get(name);
    rotateSecret(secretName, make);
  }
  return selected;
}

/** Old encryption keys stay: nothing encrypts again the keys of tenants that were encrypted with them. */
export function dropOld() {
  const dropped = [...rotatable()].filter(
    ([name, { secretName }]) => name !== 'encryption' && oldSecrets(secretName).length > 0,
  );
  for (const [, { secretName }] of dropped) dropOldSecrets(secretName);
  return dropped.map(([name]) => name);
}

function main([command = 'list', ...names]) {
  if (command === 'rotate') {
    console.log(`New keys: ${rotate(names).join(', ')}. \`npm start\` starts again what uses them.`);
    console.log('Then `npm run secrets -- drop-old` forgets the ones from before.');
  } else if (command === 'drop-old') {
    console.log(`Dropped the old keys of: ${dropOld().join(', ') || 'nothing'}. \`npm start\` applies it.`);
  } else if (command === 'list') {
    for (const [name, { secretName }] of rotatable()) {
      const old = oldSecrets(secretName).length;
      console.log(`${name.padEnd(16)} ${old ? `${old} old` : ''}`.trimEnd());
    }
  } else throw new UserError(`no such command: ${command}`, { advice: 'list, rotate or drop-old' });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error([error.message, error.advice].filter(Boolean).join('\n'));
    process.exitCode = 1;
  }
}
