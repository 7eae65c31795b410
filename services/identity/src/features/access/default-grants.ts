import type { BaseRole, DefaultGrant, Scope } from '@coulisse/contracts';
import { BASE_ROLES, SCOPES } from '@coulisse/contracts';
import { isRight } from '@coulisse/contracts/rights';
import { Problem, type ServiceContext } from '@coulisse/service-kit';

/** Another process may have stored the declaration of a service: it takes effect within this time. */
const FRESH_MS = 4_000;
/** More than all services together have; a caller cannot fill the table. */
const MOST_GRANTS = 5_000;

interface Row extends Record<string, unknown> {
  role: BaseRole;
  right: string;
  scope: Scope;
}

const READ = 'SELECT role, "right", scope FROM default_grant ORDER BY service, role, "right"';
const FORGET = 'DELETE FROM default_grant WHERE service = $1';
const STORE = `INSERT INTO default_grant (service, role, "right", scope)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])`;
/** Two processes of a service declare the same at the same time. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('identity.default_grant'), hashtext($1))`;

export type GrantsByRole = ReadonlyMap<BaseRole, readonly Row[]>;

/** The default grants of all services; read again after a few seconds. */
export class DefaultGrants {
  private current: { readonly grants: GrantsByRole; readonly until: number } | undefined;

  constructor(private readonly now: () => number = Date.now) {}

  async byRole(ctx: ServiceContext): Promise<GrantsByRole> {
    if (this.current && this.now() < this.current.until) return this.current.grants;
    const rows = await ctx.db.inPlatform(
      'read default grants',
      async ({ sql }) => (await sql.named<Row>('grant.defaults', READ, [])).rows,
    );
    const grants = new Map(BASE_ROLES.map((role) => [role, rows.filter((row) => row.role === role)]));
    this.current = { grants, until: this.now() + FRESH_MS };
    return grants;
  }

  /** Replaces what a service declared before. */
  async declare(ctx: ServiceContext, service: string, grants: readonly DefaultGrant[]): Promise<void> {
    // Every service has some: an empty list would take the rights of all roles away.
    if (grants.length === 0 || grants.length > MOST_GRANTS || !grants.every(isGrant))
      throw new Problem('request.malformed');
    await ctx.db.inPlatform(`default grants of ${service}`, async ({ sql }) => {
      await sql.query(LOCK, [service]);
      await sql.query(FORGET, [service]);
      const columns = (['role', 'right', 'scope'] as const).map((column) =>
        grants.map((grant) => grant[column]),
      );
      await sql.query(STORE, [service, ...columns]);
    });
    this.current = undefined;
  }
}

const isGrant = ({ role, right, scope }: DefaultGrant): boolean =>
  BASE_ROLES.includes(role) && SCOPES.includes(scope) && isRight(right);
