import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { topology } from '@coulisse/contracts';
import type { ServiceCredentials } from '@coulisse/service-kit/grpc';

/** One key pair per part of the topology, as in a real stack; new in each test file. */
const pairs = new Map<string, KeyObject>(
  topology.map(({ name }) => [name, generateKeyPairSync('ed25519').privateKey]),
);
const privateOf = (name: string): KeyObject => {
  const key = pairs.get(name);
  if (!key) throw new Error(`${name} is no part of the topology`);
  return key;
};

/** The credentials with which a test calls a service as one part of the topology. */
export const testCredentials = (name: string): ServiceCredentials => ({
  name,
  key: privateOf(name),
  peers: new Map([...pairs].map(([peer, key]) => [peer, [createPublicKey(key)]])),
});

/** The same credentials as environment variables of a process. */
export const credentialsEnv = (name: string): { SERVICE_KEY: string; SERVICE_PEERS: string } => ({
  SERVICE_KEY: privateOf(name).export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  SERVICE_PEERS: JSON.stringify(
    Object.fromEntries(
      [...pairs].map(([peer, key]) => [
        peer,
        createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
      ]),
    ),
  ),
});
