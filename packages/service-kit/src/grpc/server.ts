import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { Problem } from '../problem/problem';
import { toProblem } from '../problem/to-problem';
import type { ServiceContext } from '../service/context';
import { durations, secondsSince } from '../telemetry/instruments';
import { currentTrace, withTrace } from '../telemetry/trace';
import { callScope } from './call-scope';
import { timeTrailer, verifyCall, type ServiceCredentials } from './credentials';
import { toGrpcJs, withRawRequests } from './definition';
import { toStatus } from './problem-status';
import type { PartName, Rpc, RpcCall } from './handler-types';

type UnaryCall = ServerUnaryCall<Buffer, unknown>;
type Reply = sendUnaryData<unknown>;

const callDuration = durations('rpc.server.call.duration', 'Time to answer a call, by method and status');

export interface GrpcServerSettings {
  host: string;
  port: number;
  credentials: ServiceCredentials;
  /** Clock in ms since 1970; tests replace it. */
  now?: () => number;
}

/** A served method. */
interface Served {
  path: string;
  handler: Rpc['handlers'][string];
  callers: readonly PartName[];
  decode: (bytes: Buffer) => unknown;
}

/** Serves the manifest's rpc and the standard health service. */
export class GrpcServer {
  private readonly server = new Server({
    'grpc.max_connection_age_ms': 600_000,
    'grpc.max_connection_age_grace_ms': 30_000,
    'grpc.max_receive_message_length': 4 * 1024 * 1024,
  });
  private readonly health = new HealthImplementation({ '': 'SERVING' });
  port = 0;
  listening = false;

  constructor(
    rpcs: readonly Rpc[],
    private readonly ctx: ServiceContext,
    private readonly settings: GrpcServerSettings,
  ) {
    this.health.addToServer(this.server);
    for (const rpc of rpcs) this.add(rpc);
  }

  async start(): Promise<void> {
    const { host, port } = this.settings;
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.listening = true;
  }

  /** Reports NOT_SERVING to load balancers; calls are still answered. */
  markDraining(): void {
    this.health.setStatus('', 'NOT_SERVING');
  }

  /** Waits for active calls, for at most `capMs`. */
  async stop(capMs: number): Promise<void> {
    this.listening = false;
    await new Promise<void>((resolve) => {
      const cut = setTimeout(() => {
        this.server.forceShutdown();
        resolve();
      }, capMs);
      this.server.tryShutdown(() => {
        clearTimeout(cut);
        resolve();
      });
    });
  }

  private add({ definition, handlers, callers }: Rpc): void {
    const service = toGrpcJs(definition);
    const implementation: UntypedServiceImplementation = {};
    for (const [name, { path, requestDeserialize: decode }] of Object.entries(service)) {
      const [handler, allowed] = [handlers[name], callers[name]];
      if (!handler) throw new Error(`${path} has no handler`);
      if (!allowed) throw new Error(`${path} does not say who may call it`);
      const served: Served = { path, handler, callers: allowed, decode };
      implementation[name] = (call: UnaryCall, reply: Reply) => {
        const once = replyOnce(callDuration() ? measured(path, reply) : reply);
        const traceparent = call.metadata.get('traceparent')[0]?.toString();
        withTrace(traceparent, () => callScope.run(call, () => this.answer(served, call, once))).catch(() => {
          // The response failed: the caller must not wait for its deadline.
          once({ code: status.INTERNAL, details: 'internal', metadata: timeTrailer() });
        });
      };
    }
    this.server.addService(withRawRequests(service), implementation);
  }

  private async answer(served: Served, call: UnaryCall, reply: Reply): Promise<void> {
    const now = this.settings.now?.() ?? Date.now();
    const caller = this.admit(served, call, now, reply);
    if (!caller) return;
    try {
      const request = this.decode(served, call.request);
      const response = await served.handler(request as never, this.ctx, describe(call, caller));
      reply(null, response, timeTrailer(undefined, now));
    } catch (error) {
      // Reply before logging: the caller must not depend on the log.
      const refusal = toStatus(error);
      reply({ ...refusal, metadata: timeTrailer(refusal.metadata, now) });
      this.report(served.path, error);
    }
  }

  /** The caller, if it is verified and may call this method; otherwise null, and the refusal is sent. */
  private admit({ path, callers }: Served, call: UnaryCall, now: number, reply: Reply): PartName | null {
    const { credentials } = this.settings;
    const verdict = verifyCall(call.metadata, { path, message: call.request }, credentials, now);
    const caller = verdict.caller as PartName;
    if (verdict.trusted && callers.includes(caller)) return caller;
    const line = { path, caller, peer: call.getPeer() };
    if (verdict.trusted) {
      this.ctx.log.warn(line, 'rpc.caller_refused');
      reply({ code: status.PERMISSION_DENIED, details: 'caller', metadata: timeTrailer(undefined, now) });
    } else {
      this.ctx.log.warn({ ...line, reason: verdict.reason }, 'rpc.credentials_refused');
      const metadata = timeTrailer(undefined, now);
      reply({ code: status.UNAUTHENTICATED, details: verdict.reason, metadata });
    }
    return null;
  }

  private decode({ decode }: Served, bytes: Buffer): unknown {
    try {
      return decode(bytes);
    } catch (error) {
      throw new Problem('request.malformed', { cause: error });
    }
  }

  private report(path: string, error: unknown): void {
    const { kind, code } = toProblem(error);
    const line = { path, code, traceId: currentTrace()?.traceId, err: error };
    if (kind === 'internal') this.ctx.log.error(line, 'rpc.failed');
    else if (kind === 'unavailable') this.ctx.log.warn(line, 'rpc.failed');
    else this.ctx.log.debug({ path, code }, 'rpc.refused');
  }
}

/** Records how long a call took when it is answered. */
function measured(path: string, reply: Reply): Reply {
  const start = performance.now();
  return (error, ...rest) => {
    callDuration()?.record(secondsSince(start), {
      'rpc.method': path.slice(1),
      'rpc.response.status_code': status[error ? (error.code ?? status.UNKNOWN) : status.OK],
    });
    reply(error, ...rest);
  };
}

/** Ignores replies after the first: grpc-js throws on a second one. */
function replyOnce(reply: Reply): Reply {
  let replied = false;
  return (...answer) => {
    if (replied) return;
    replied = true;
    reply(...answer);
  };
}

function describe(call: UnaryCall, caller: PartName): RpcCall {
  const abort = new AbortController();
  call.on('cancelled', () => abort.abort(new Error('the caller went away')));
  const deadline = call.getDeadline();
  const date = deadline instanceof Date ? deadline : new Date(deadline);
  const limited = Number.isFinite(date.getTime());
  return { metadata: call.metadata, signal: abort.signal, deadline: limited ? date : null, caller };
}
