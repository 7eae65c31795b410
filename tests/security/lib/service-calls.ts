import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metadata } from '@grpc/grpc-js';
import * as contracts from '@coulisse/contracts';
import { topology } from '@coulisse/contracts';
import { fromStack } from '../../support/stack';
import type { Credential, Method } from '../rpc';

const HEADER = 'x-coulisse-call';

interface Definition {
  fullName: string;
  methods: Record<
    string,
    { name: string; requestType: { encode(message: never): { finish(): Uint8Array } } }
  >;
}

/** The services of the generated code: a new service is included without a change here. */
export const definitions = (): Definition[] =>
  Object.values(contracts).flatMap((part) =>
    typeof part === 'object' && part !== null
      ? Object.values(part as Record<string, unknown>).filter((value): value is Definition =>
          isDefinition(value),
        )
      : [],
  );

const isDefinition = (value: unknown): value is Definition =>
  typeof (value as Definition | null)?.fullName === 'string' &&
  typeof (value as Definition).methods === 'object';

const NOBODY = '01890000-0000-7000-8000-000000000000';

/** Every method of every service, with a request whose texts are ids. */
export function methodsOf(portOffset: number): Method[] {
  return definitions().flatMap((definition) =>
    serversOf(definition).flatMap((service) => methodsOn(service, definition, portOffset)),
  );
}

/** Services with records to which those of others refer: each serves the same definition. */
const OWNERS = ['crm', 'sales'];
const serversOf = ({ fullName }: Definition): readonly string[] => {
  const owner = fullName.split('.')[1] ?? '';
  return owner === 'resource' ? OWNERS : [owner];
};

function methodsOn(service: string, { fullName, methods }: Definition, portOffset: number): Method[] {
  const port = topology.find(({ name }) => name === service)?.grpcPort;
  if (!port) throw new Error(`${fullName} is served by nobody`);
  return Object.values(methods).map(({ name, requestType }) => {
    const request = {
      tenantId: NOBODY,
      documentId: NOBODY,
      reservationId: NOBODY,
      email: 'a@b.example',
      fileIds: [],
    };
    return {
      service,
      path: `/${fullName}/${name}`,
      address: `127.0.0.1:${port + portOffset}`,
      request: encoded(requestType, request),
    };
  });
}

/** The encoded message; empty when it cannot be encoded from so few fields. */
function encoded(type: { encode(message: never): { finish(): Uint8Array } }, message: object): Buffer {
  try {
    return Buffer.from(type.encode(message as never).finish());
  } catch {
    return Buffer.alloc(0);
  }
}

export interface SignedAs {
  caller: string;
  callee?: string;
  path?: string;
  time?: number;
  key: KeyObject;
}

/** The credential of a call as the kit makes it, or with changes. */
export function signedCall(
  method: Method,
  { caller, callee, path, time = Date.now(), key }: SignedAs,
): Metadata {
  const digest = createHash('sha256').update(method.request).digest('hex');
  const text = `coulisse-call-1\n${caller}\n${callee ?? method.service}\n${path ?? method.path}\n${time}\n${digest}`;
  const metadata = new Metadata();
  metadata.set(HEADER, `1;${caller};${time};${sign(null, Buffer.from(text), key).toString('base64')}`);
  return metadata;
}

/** The private key of a part of the stack, which only that part and these tests may read. */
export function keyOfPart(part: string): KeyObject {
  const secrets = JSON.parse(
    readFileSync(join(fromStack('TEST_DATA_DIR'), 'secrets.json'), 'utf8'),
  ) as Record<string, string>;
  const key = secrets[`serviceKey.${part}`];
  if (!key) throw new Error(`${part} has no key of its own`);
  return createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
}

const withText = (text: string | string[]) => () => {
  const metadata = new Metadata();
  for (const value of [text].flat()) metadata.add(HEADER, value);
  return metadata;
};

/** Whether the topology lets one part call another; what it does not list, no method may list either. */
const calls = (caller: string, callee: string): boolean =>
  topology.find(({ name }) => name === caller)?.calls.some((peer) => peer === callee) ?? false;

const MINUTES = 60_000;

/** Every credential that is not that of an allowed caller of the method. */
export function badCredentials(keyOf: (part: string) => KeyObject): Credential[] {
  const other = generateKeyPairSync('ed25519').privateKey;
  const parts = topology.map(({ name }) => name);
  const friendOf = (service: string): string => parts.find((part) => calls(part, service)) ?? 'gateway';
  const genuine = (method: Method, changes: Partial<SignedAs> = {}): Metadata => {
    const caller = changes.caller ?? friendOf(method.service);
    return signedCall(method, { caller, key: keyOf(caller), ...changes });
  };
  return [
    { name: 'without a credential', metadata: () => new Metadata() },
    { name: 'with an empty one', metadata: withText('') },
    { name: 'with a garbled one', metadata: withText('1;ticketing;x;y') },
    { name: 'with one of another kind', metadata: withText('ticketing;1763800000;00') },
    {
      name: 'with a signature of zeros',
      metadata: withText(`1;ticketing;${Date.now()};${'A'.repeat(86)}==`),
    },
    {
      name: 'under an unknown name',
      metadata: (method) => signedCall(method, { caller: 'stranger', key: other }),
    },
    {
      name: 'signed by another key',
      metadata: (method) => signedCall(method, { caller: friendOf(method.service), key: other }),
    },
    {
      name: 'of ten minutes ago',
      metadata: (method) => genuine(method, { time: Date.now() - 10 * MINUTES }),
    },
    {
      name: 'of ten minutes hence',
      metadata: (method) => genuine(method, { time: Date.now() + 10 * MINUTES }),
    },
    { name: 'for another method', metadata: (method) => genuine(method, { path: `${method.path}s` }) },
    { name: 'for another service', metadata: (method) => genuine(method, { callee: 'elsewhere' }) },
    {
      name: 'over another message',
      metadata: (method) => genuine(method),
      message: (request) => Buffer.concat([request, Buffer.from([0x9a, 0x06, 0x01, 0x61])]),
    },
    {
      name: 'twice',
      metadata: (method) => {
        const metadata = genuine(method);
        metadata.add(HEADER, metadata.get(HEADER)[0] ?? '');
        return metadata;
      },
    },
    ...parts.map((caller): Credential => {
      return {
        name: `of ${caller}`,
        metadata: (method) => genuine(method, { caller }),
        applies: ({ service }) => !calls(caller, service),
      };
    }),
  ];
}
