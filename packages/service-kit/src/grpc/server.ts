import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { toProblem } from '../problem/to-problem';
import type { ServiceContext } from '../service/types';
import { currentTrace, withTrace } from '../telemetry/trace';
import { callScope } from './call-scope';
import { toGrpcJs } from './definition';
import { toStatus } from './problem-status';
import { callerOf } from './service-signature';
import type { Rpc, RpcCall } from './types';

type UnaryCall = ServerUnaryCall<unknown, unknown>;
type Reply = sendUnaryData<unknown>;

export interface GrpcServerSettings {
  host: string;
  port: number;
  secret: string | undefined;
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

  /** Tells balancers to go elsewhere, while calls are still answered. */
  markDraining(): void {
    this.health.setStatus('', 'NOT_SERVING');
  }

  /** Lets calls end, for at most `capMs`. */
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

  private add({ definition, handlers }: Rpc): void {
    const service = toGrpcJs(definition);
    const implementation: UntypedServiceImplementation = {};
    for (const [name, { path }] of Object.entries(service)) {
      const handler = handlers[name];
      if (!handler) throw new Error(`${path} has no handler`);
      implementation[name] = (call: UnaryCall, reply: Reply) => {
        const once = replyOnce(reply);
        const traceparent = call.metadata.get('traceparent')[0]?.toString();
        withTrace(traceparent, () => callScope.run(call, () => this.answer(path, handler, call, once))).catch(
          () => {
            // Answering failed: the caller must not wait for its deadline.
            once({ code: status.INTERNAL, details: 'internal' });
          },
        );
      };
    }
    this.server.addService(service, implementation);
  }

  private async answer(
    path: string,
    handler: Rpc['handlers'][string],
    call: UnaryCall,
    reply: Reply,
  ): Promise<void> {
    const caller = callerOf(call.metadata, path, this.settings.secret);
    if (!caller.trusted) {
      this.ctx.log.warn({ path, peer: call.getPeer() }, 'an unsigned call was refused');
      reply({ code: status.UNAUTHENTICATED, details: 'the call is not signed by a service' });
      return;
    }
    try {
      reply(null, await handler(call.request as never, this.ctx, describe(call, caller.service)));
    } catch (error) {
      // The caller first: what it waits for does not depend on what is told about it here.
      reply(toStatus(error));
      this.report(path, error);
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

/** The first answer counts: grpc-js throws on a second one. */
function replyOnce(reply: Reply): Reply {
  let replied = false;
  return (...answer) => {
    if (replied) return;
    replied = true;
    reply(...answer);
  };
}

function describe(call: UnaryCall, caller: string | null): RpcCall {
  const abort = new AbortController();
  call.on('cancelled', () => abort.abort(new Error('the caller went away')));
  const deadline = call.getDeadline();
  const date = deadline instanceof Date ? deadline : new Date(deadline);
  const limited = Number.isFinite(date.getTime());
  return { metadata: call.metadata, signal: abort.signal, deadline: limited ? date : null, caller };
}
