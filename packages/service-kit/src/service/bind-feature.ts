import type { Container, ServiceIdentifier } from 'inversify';

/** Binds a feature to its class; the container passes the bindings of `ports` to the constructor, in their order. */
export function bindFeature<P extends unknown[], T>(
  container: Container,
  feature: new (...ports: P) => T,
  ports: { [I in keyof P]-?: ServiceIdentifier<P[I]> },
): void {
  container
    .bind(feature)
    .toResolvedValue((...resolved: P) => new feature(...resolved), ports)
    .inSingletonScope();
}
