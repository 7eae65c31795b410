import { setTimeout as pause } from 'node:timers/promises';
import {
  actionOf,
  isCommonAction,
  type BaseRole,
  type DeclaredRight,
  type DefaultGrant,
  type RightsDeclaration,
  type Scope,
  SCOPES,
  type Words,
} from '@coulisse/contracts';
import type { Logger } from 'pino';
import { READ_DELIVERIES, UPDATE_DELIVERIES } from '../events/failed-delivery.routes';
import { retryUntilDone } from './retry-until-done';
import type { BackgroundWork, Manifest, MountedModule } from './manifest';

/** Rights of the routes that every service has. */
const KIT_GRANTS: DefaultGrant[] = (['SUPER_ADMINISTRATOR', 'ADMINISTRATOR'] as const).flatMap((role) =>
  [READ_DELIVERIES, UPDATE_DELIVERIES].map((right) => ({ role, right, scope: 'all' as const })),
);

const KIT_RIGHTS: DeclaredRight[] = [READ_DELIVERIES, UPDATE_DELIVERIES].map((right) => ({
  right,
  scopes: ['all'],
  subject: { fr: 'Envois en échec', en: 'Failed deliveries' },
  label: null,
}));

/** All default grants of a service, each once. */
export function grantsOf(manifest: Manifest, modules: readonly MountedModule[]): DefaultGrant[] {
  const own = Object.entries(manifest.grants ?? {}).flatMap(([right, byRole]) =>
    (Object.entries(byRole) as [BaseRole, Scope][]).map(([role, scope]) => ({ role, right, scope })),
  );
  const all = [...KIT_GRANTS, ...own, ...modules.flatMap(({ grants = [] }) => grants)];
  return [...new Map(all.map((grant) => [`${grant.role} ${grant.right}`, grant])).values()];
}

/** A right that only the platform's own role has is not a tenant's to grant. */
const isOfTenants = (byRole: object): boolean =>
  Object.keys(byRole).some((role) => role !== ('SUPER_ADMINISTRATOR' satisfies BaseRole));

/** All rights of a service that a tenant may grant, each once; throws for one that has no words. */
export function rightsOfService(manifest: Manifest, modules: readonly MountedModule[]): DeclaredRight[] {
  const grantable = Object.entries(manifest.grants ?? {}).filter(([, byRole]) => isOfTenants(byRole));
  const own = grantable.map(([right, byRole]): DeclaredRight => {
    const subject = wordsOf(manifest, right.slice(0, right.lastIndexOf('.')));
    const label = isCommonAction(actionOf(right)) ? null : wordsOf(manifest, right);
    const granted = Object.values(byRole);
    const scopes = SCOPES.filter((scope) => scope === 'all' || granted.includes(scope));
    return { right, scopes, subject, label };
  });
  // Resources first, as in the menu.
  const all = [...modules.flatMap(({ rights = [] }) => rights), ...own, ...KIT_RIGHTS];
  return [...new Map(all.map((declared) => [declared.right, declared])).values()];
}

function wordsOf({ name, rightTexts }: Manifest, key: string): Words {
  const [fr, en] = [rightTexts?.fr[key], rightTexts?.en[key]];
  if (!fr || !en) throw new Error(`${name} grants rights of ${key}, for which its rightTexts have no text`);
  return { fr, en };
}

/** What a service declares to identity. */
export const declarationOf = (manifest: Manifest, modules: readonly MountedModule[]): RightsDeclaration => ({
  grants: grantsOf(manifest, modules),
  rights: rightsOfService(manifest, modules),
});

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
