import { Problem, type ServiceContext } from '@coulisse/service-kit';
import { hashOf } from '../holds/hold.domain';
import type { Organiser } from './performances.read-model';

/** Ids of public addresses never change their tenant: what was found once stays true. */
const KEPT = 20_000;

/** Finds the theatre that a public request is about, before there is a tenant to look with. */
export class TenantDirectory {
  private readonly known = new Map<string, string>();

  /** Of a show, a performance or a theatre. */
  async ofId(id: string, ctx: ServiceContext): Promise<string> {
    const kept = this.known.get(id);
    if (kept) return kept;
    const found = await this.look(
      ctx,
      'find the tenant of a public id',
      'SELECT tenant_id FROM public_id WHERE id = $1',
      id,
    );
    if (!found) throw new Problem('http.404');
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(id, found);
    return found;
  }

  /** Of a theatre's short name. */
  async ofSlug(slug: string, ctx: ServiceContext): Promise<string> {
    const found = await this.look(
      ctx,
      'find a tenant by its slug',
      'SELECT tenant_id FROM tenant_profile WHERE slug = $1',
      slug,
    );
    if (!found) throw new Problem('http.404');
    return found;
  }

  /** Of the cart that a token was used for last. */
  async ofCart(token: string | null, ctx: ServiceContext): Promise<string> {
    const text = 'SELECT tenant_id FROM cart WHERE token_hash = $1 ORDER BY created_at DESC LIMIT 1';
    const found = token && (await this.look(ctx, 'find the tenant of a cart', text, hashOf(token)));
    if (!found) throw new Problem('cart.not-found');
    return found;
  }

  /** The theatres that sell, by name. */
  all(ctx: ServiceContext): Promise<Organiser[]> {
    const text = 'SELECT id, name, slug, city FROM tenant_profile WHERE NOT archived ORDER BY name LIMIT 500';
    return ctx.db.inPlatform(
      'list the theatres',
      async (tx) => (await tx.sql.query<Organiser & Record<string, unknown>>(text)).rows,
    );
  }

  private look(
    ctx: ServiceContext,
    reason: string,
    text: string,
    value: unknown,
  ): Promise<string | undefined> {
    return ctx.db.inPlatform(
      reason,
      async (tx) => (await tx.sql.query<{ tenant_id: string }>(text, [value])).rows[0]?.tenant_id,
    );
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `tenant` of a public route whose path carries the id of a show, a performance or a theatre. */
export const tenantOfId = (input: { params: { id: string } }, ctx: ServiceContext): Promise<string> =>
  ctx.get(TenantDirectory).ofId(input.params.id, ctx);

/** The same for a theatre, which may also be named by its slug. */
export const tenantOfTheatre = (
  { params }: { params: { id: string } },
  ctx: ServiceContext,
): Promise<string> =>
  UUID.test(params.id)
    ? ctx.get(TenantDirectory).ofId(params.id, ctx)
    : ctx.get(TenantDirectory).ofSlug(params.id, ctx);

/** `tenant` of a public route that only knows the cart. */
export const tenantOfCart = (input: { cartToken: string | null }, ctx: ServiceContext): Promise<string> =>
  ctx.get(TenantDirectory).ofCart(input.cartToken, ctx);
