import type { BaseRole, DeclaredRight, DefaultGrant, RightsDeclaration, Scope } from '@coulisse/contracts';
import { BASE_ROLES, SCOPES } from '@coulisse/contracts';
import { isRight } from '@coulisse/contracts/rights';
import { Problem, type ServiceContext } from '@coulisse/service-kit';

/** Another process may have stored the declaration of a service: it takes effect within this time. */
const FRESH_MS = 4_000;
/** More than all services together have; a caller cannot fill the table. */
const MOST_GRANTS = 5_000;

interface GrantRow extends Record<string, unknown> {
  role: BaseRole;
  right: string;
  scope: Scope;
}
interface RightRow extends Record<string, unknown> {
  right: string;
  scopes: Scope[];
  subjectFr: string;
  subjectEn: string;
  labelFr: string | null;
  labelEn: string | null;
}

const READ = 'SELECT role, "right", scope FROM default_grant ORDER BY service, role, "right"';
const FORGET = 'DELETE FROM default_grant WHERE service = $1';
const STORE = `INSERT INTO default_grant (service, role, "right", scope)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])`;
const READ_RIGHTS = `SELECT "right", scopes::text[] AS scopes, subject_fr AS "subjectFr", subject_en AS "subjectEn",
    label_fr AS "labelFr", label_en AS "labelEn"
  FROM declared_right ORDER BY service, position`;
const FORGET_RIGHTS = 'DELETE FROM declared_right WHERE service = $1';
/** The scopes of a right come as one text: an array of arrays would need them all to have as many. */
const STORE_RIGHTS = `INSERT INTO declared_right
    (service, position, "right", scopes, subject_fr, subject_en, label_fr, label_en)
  SELECT $1, position, "right", string_to_array(scopes, ' '), subject_fr, subject_en, label_fr, label_en
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    WITH ORDINALITY AS declared ("right", scopes, subject_fr, subject_en, label_fr, label_en, position)`;
/** Two processes of a service declare the same at the same time. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('identity.default_grant'), hashtext($1))`;

export type GrantsByRole = ReadonlyMap<BaseRole, readonly GrantRow[]>;
/** Every right that a tenant may grant, by its name, in the order of the services' declarations. */
export type RightCatalogue = ReadonlyMap<string, DeclaredRight>;

/** A result that is read again after a few seconds. */
class Remembered<T> {
  private current: { readonly result: T; readonly until: number } | undefined;

  constructor(
    private readonly now: () => number,
    private readonly read: (ctx: ServiceContext) => Promise<T>,
  ) {}

  async get(ctx: ServiceContext): Promise<T> {
    if (this.current && this.now() < this.current.until) return this.current.result;
    const result = await this.read(ctx);
    this.current = { result, until: this.now() + FRESH_MS };
    return result;
  }
  forget(): void {
    this.current = undefined;
  }
}

const readGrants = (ctx: ServiceContext): Promise<GrantsByRole> =>
  ctx.db.inPlatform('read default grants', async ({ sql }) => {
    const { rows } = await sql.named<GrantRow>('grant.defaults', READ, []);
    return new Map(BASE_ROLES.map((role) => [role, rows.filter((row) => row.role === role)]));
  });
const readCatalogue = (ctx: ServiceContext): Promise<RightCatalogue> =>
  ctx.db.inPlatform('read declared rights', async ({ sql }) => {
    const { rows } = await sql.named<RightRow>('grant.rights', READ_RIGHTS, []);
    return new Map(rows.map((row) => [row.right, inWords(row)]));
  });

/**
 * The rights of all services, and which roles have them by default. Every request needs the grants; only who looks at a
 * role or changes one needs the words.
 */
export class DefaultGrants {
  private readonly grants: Remembered<GrantsByRole>;
  private readonly rights: Remembered<RightCatalogue>;

  constructor(now: () => number = Date.now) {
    this.grants = new Remembered(now, readGrants);
    this.rights = new Remembered(now, readCatalogue);
  }

  byRole(ctx: ServiceContext): Promise<GrantsByRole> {
    return this.grants.get(ctx);
  }

  catalogue(ctx: ServiceContext): Promise<RightCatalogue> {
    return this.rights.get(ctx);
  }

  /** Replaces what a service declared before; a service of an older release declares no words, and keeps those stored. */
  async declare(ctx: ServiceContext, service: string, { grants, rights }: RightsDeclaration): Promise<void> {
    // Every service has some: an empty list would take the rights of all roles away.
    if (grants.length === 0 || grants.length > MOST_GRANTS || !grants.every(isGrant))
      throw new Problem('request.malformed');
    if (rights.length > MOST_GRANTS || !rights.every(isDeclared)) throw new Problem('request.malformed');
    await ctx.db.inPlatform(`default grants of ${service}`, async ({ sql }) => {
      await sql.query(LOCK, [service]);
      await sql.query(FORGET, [service]);
      const columns = (['role', 'right', 'scope'] as const).map((column) =>
        grants.map((grant) => grant[column]),
      );
      await sql.query(STORE, [service, ...columns]);
      if (rights.length === 0) return;
      await sql.query(FORGET_RIGHTS, [service]);
      await sql.query(STORE_RIGHTS, [
        service,
        rights.map(({ right }) => right),
        rights.map(({ scopes }) => scopes.join(' ')),
        rights.map(({ subject }) => subject.fr),
        rights.map(({ subject }) => subject.en),
        rights.map(({ label }) => label?.fr ?? null),
        rights.map(({ label }) => label?.en ?? null),
      ]);
    });
    this.grants.forget();
    this.rights.forget();
  }
}

const inWords = ({ right, scopes, subjectFr, subjectEn, labelFr, labelEn }: RightRow): DeclaredRight => ({
  right,
  scopes,
  subject: { fr: subjectFr, en: subjectEn },
  label: labelFr !== null && labelEn !== null ? { fr: labelFr, en: labelEn } : null,
});

const isGrant = ({ role, right, scope }: DefaultGrant): boolean =>
  BASE_ROLES.includes(role) && SCOPES.includes(scope) && isRight(right);
const isDeclared = ({ right, scopes, subject }: DeclaredRight): boolean =>
  isRight(right) && scopes.length > 0 && scopes.every((scope) => SCOPES.includes(scope)) && subject.fr !== '';
