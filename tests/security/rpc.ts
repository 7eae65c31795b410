import { Client, credentials, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { Findings, type Budget, type Outcome } from './lib/findings';
import { Random } from './lib/random';

/** A method as the proto declares it. */
export interface Method {
  service: string;
  /** `/coulisse.payments.v1.PaymentService/StartPayment` */
  path: string;
  address: string;
  /** A filled message, so that a server without its check has something to respond with. */
  request: Buffer;
}

/** Metadata of a call, and its message: a tampered message is not the one that was signed. */
export interface Credential {
  name: string;
  metadata: (method: Method) => Promise<Metadata> | Metadata;
  message?: (request: Buffer) => Buffer;
  /** Whether the method must refuse this caller; otherwise it is left out. */
  applies?: (method: Method) => boolean;
}

export interface RpcTarget {
  methods: readonly Method[];
  credentials: readonly Credential[];
}

export const UNAUTHENTICATED = 16;
export const PERMISSION_DENIED = 7;
const NAMES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];

const same = (value: Buffer): Buffer => value;

function call(
  channel: Client,
  { path, request }: Method,
  metadata: Metadata,
  message = same,
): Promise<number> {
  return new Promise((resolve) => {
    channel.makeUnaryRequest(
      path,
      same,
      same,
      message(request),
      metadata,
      { deadline: new Date(Date.now() + 10_000) },
      (error: ServiceError | null) => resolve(error?.code ?? 0),
    );
  });
}

/** Status of one call under one credential. */
export async function answeredStatus(method: Method, metadata: Metadata): Promise<number> {
  const channel = new Client(method.address, credentials.createInsecure());
  try {
    return await call(channel, method, metadata);
  } finally {
    channel.close();
  }
}

/** Calls every method in ways that it must refuse: no credential, no key, another caller, another message. */
export async function attackRpc(target: RpcTarget, seed: number, budget: Budget): Promise<Outcome> {
  const findings = new Findings('rpc', seed);
  const random = new Random(seed);
  const channels = new Map<string, Client>();
  const channelOf = (address: string): Client => {
    const channel = channels.get(address) ?? new Client(address, credentials.createInsecure());
    channels.set(address, channel);
    return channel;
  };
  try {
    const rounds = budget.isFull ? 3 : 1;
    for (let round = 0; round < rounds; round++)
      for (const method of random.shuffled(target.methods))
        for (const credential of target.credentials) {
          if (credential.applies && !credential.applies(method)) continue;
          findings.requests++;
          const metadata = await credential.metadata(method);
          const code = await call(channelOf(method.address), method, metadata, credential.message);
          if (code !== UNAUTHENTICATED && code !== PERMISSION_DENIED)
            findings.add(
              `${method.path} ${credential.name}`,
              `answered ${NAMES[code] ?? code}`,
              `${credential.name}: ${code}`,
            );
        }
  } finally {
    for (const channel of channels.values()) channel.close();
  }
  return findings.outcome();
}
