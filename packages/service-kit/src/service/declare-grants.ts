import { setTimeout as pause } from 'node:timers/promises';
import type { BaseRole, DefaultGrant, Scope } from '@coulisse/contracts';
import type { Logger } from 'pino';
import { READ_DELIVERIES, UPDATE_DELIVERIES } from '../events/failed-delivery.routes';
import { retryUntilDone } from './retry-until-done';
import type { BackgroundWork, Manifest, MountedModule } from './manifest';

/** Rights of the routes that every service has. */
const KIT_GRANTS: DefaultGrant[] = (['SUPER_ADMINISTRATOR', 'ADMINISTRATOR'] as const).flatMap((role) =>
  [READ_DELIVERIES, UPDATE_DELIVERIES].map((right) => ({ role, right, scope: 'all' as const })),
);

/** All default grants of a service, each once. */
export function grantsOf(manifest: Manifest, modules: readonly MountedModule[]): DefaultGrant[] {
  const own = Object.entries(manifest.grants ?? {}).flatMap(([right, byRole]) =>
    (Object.entries(byRole) as [BaseRole, Scope][]).map(([role, scope]) => ({ role, right, scope })),
  );
  const all = [...KIT_GRANTS, ...own, ...modules.flatMap(({ grants = [] }) => grants)];
  return [...new Map(all.map((grant) => [`${grant.role} ${grant.right}`, grant])).values()];
}

const FIRST_ATTEMPT_MS = 2_000;
/** Until identity knows them, nobody may do anything in the service: as soon as it answers, they are declared. */
const LONGEST_WAIT_MS = 2_000;

/** Declares the grants of a service in the background; identity may start later, and keeps what it was told before. */
export class GrantDeclaration implements BackgroundWork {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private done = false;

  constructor(
    private readonly declare: () => Promise<unknown>,
    private readonly log: Logger,
  ) {}

  get isDone(): boolean {
    return this.done;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Starts, and waits a moment for the first attempt: requests that come first should find the grants. */
  async attempt(): Promise<void> {
    this.start();
    await Promise.race([this.running, pause(FIRST_ATTEMPT_MS, undefined, { ref: false })]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    this.done = await retryUntilDone(
      this.declare,
      this.stopping.signal,
      (error, againInMs) => this.log.warn({ err: error, againInMs }, 'grants.declaration_failed'),
      LONGEST_WAIT_MS,
    );
  }
}
