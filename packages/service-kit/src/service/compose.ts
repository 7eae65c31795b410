import type { Container } from 'inversify';
import type { Consumer } from '../events/types';
import type { Rpc } from '../grpc/handler-types';
import type { Route } from '../http/types';
import type { ServiceContext } from './context';
import type { Manifest, MountedModule } from './manifest';

/** All parts of a service: those that its manifest lists, then those that it composes. */
export interface Composition {
  routes: readonly Route[];
  rpc: readonly Rpc[];
  consumers: readonly Consumer[];
  modules: readonly MountedModule[];
}

/** Binds the ports of a service and builds its parts with them. */
export function compose(manifest: Manifest, container: Container, ctx: ServiceContext): Composition {
  manifest.bind?.(container, ctx);
  const composed = manifest.compose?.(container, ctx) ?? {};
  const consumers = [...(manifest.consumers ?? []), ...(composed.consumers ?? [])];
  assertDistinctConsumers(manifest.name, [...consumers, ...(manifest.batchConsumers ?? [])]);
  return {
    routes: [...(manifest.routes ?? []), ...(composed.routes ?? [])],
    rpc: [...(manifest.rpc ?? []), ...(composed.rpc ?? [])],
    consumers,
    modules: [...(manifest.modules ?? []), ...(composed.modules ?? [])].map((module) => module(ctx)),
  };
}

/** Throws if two consumers have the same name: they would share a consumer group and its inbox. */
function assertDistinctConsumers(service: string, consumers: readonly Pick<Consumer, 'name'>[]): void {
  const groups = consumers.map((consumer) => consumer.name);
  const repeated = groups.find((group, index) => groups.indexOf(group) !== index);
  if (repeated) throw new Error(`two consumers of ${service} are both named ${repeated}`);
}
