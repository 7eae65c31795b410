// Keys of this stack. Values are never shown.
//   npm run secrets                        what there is, and what waits to be dropped
//   npm run secrets -- rotate <name>...    new keys: a service, gateway, services (all of them), session, encryption
//   npm run secrets -- drop-old            forgets the keys from before, once everything runs with the new ones
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Refusal } from './lib/command.mjs';
import { dropOldSecrets, newServiceKey, oldSecrets, rotateSecret, serviceKeyName } from './lib/secrets.mjs';
import { readTopology } from './lib/topology.mjs';

const key = () => randomBytes(32).toString('base64');
const parts = () => readTopology().map(({ name }) => name);

/** What can be changed, by the name that a person gives: where it is kept, and how a new one is made. */
function rotatable() {
  return new Map([
    ...parts().map((name) => [name, { kept: serviceKeyName(name), make: newServiceKey }]),
    ['session', { kept: 'sessionKey', make: key }],
    ['encryption', { kept: 'encryptionKey', make: key }],
  ]);
}

export function rotate(names) {
  const all = rotatable();
  const wanted = names.flatMap((name) => (name === 'services' ? parts() : [name]));
  const unknown = wanted.filter((name) => !all.has(name));
  if (wanted.length === 0 || unknown.length > 0)
    throw new Refusal(`no such key: ${unknown.join(', ') || 'none was named'}`, {
      advice: `Name one of: services, ${[...all.keys()].join(', ')}.`,
    });
  for (const name of wanted) {
    const { kept, make } = all.get(name);
    rotateSecret(kept, make);
  }
  return wanted;
}

/** Old keys of the encryption stay: the keys of tenants that they wrapped are not wrapped anew by anything yet. */
export function dropOld() {
  const dropped = [...rotatable()].filter(
    ([name, { kept }]) => name !== 'encryption' && oldSecrets(kept).length > 0,
  );
  for (const [, { kept }] of dropped) dropOldSecrets(kept);
  return dropped.map(([name]) => name);
}

function main([command = 'list', ...names]) {
  if (command === 'rotate') {
    console.log(`New keys: ${rotate(names).join(', ')}. \`npm start\` starts again what uses them.`);
    console.log('Then `npm run secrets -- drop-old` forgets the ones from before.');
  } else if (command === 'drop-old') {
    console.log(`Dropped the old keys of: ${dropOld().join(', ') || 'nothing'}. \`npm start\` applies it.`);
  } else if (command === 'list') {
    for (const [name, { kept }] of rotatable()) {
      const old = oldSecrets(kept).length;
      console.log(`${name.padEnd(16)} ${old ? `${old} old` : ''}`.trimEnd());
    }
  } else throw new Refusal(`no such command: ${command}`, { advice: 'list, rotate or drop-old' });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error([error.message, error.advice].filter(Boolean).join('\n'));
    process.exitCode = 1;
  }
}
