import { Problem, type ServiceContext } from '@coulisse/service-kit';
import { hashOf } from '../holds/hold.domain';
import type { TheatreName } from './performances.read-model';

/** Maximum size of each cache. Entries stay valid: neither a public id nor the token of a cart changes its tenant. */
const MAX_CACHED = 20_000;

/** The host of one theatre shows it wherever its name stands among those of all. */
const LIST = `SELECT id, name, slug, city FROM tenant_profile
  WHERE NOT archived AND ($1::uuid IS NULL OR id = $1) ORDER BY name LIMIT 500`;

/** Resolves the tenant of a public request, which does not carry one. */
export class TenantDirectory {
  private readonly byId = new Map<string, string>();
  /** By the digest of a token, in base64. */
  private readonly byToken = new Map<string, string>();

  /** By the id of a show, a performance or a tenant. */
  async ofId(id: string, ctx: ServiceContext): Promise<string> {
    const text = 'SELECT tenant_id FROM public_id WHERE id = $1';
    const find = () => look(ctx, 'find the tenant of a public id', 'tenant-of-id', text, id);
    const found = await remembered(this.byId, id, find);
    if (!found) throw new Problem('http.404');
    return found;
  }

  /** By the slug of the tenant. */
  async ofSlug(slug: string, ctx: ServiceContext): Promise<string> {
    const text = 'SELECT tenant_id FROM tenant_profile WHERE slug = $1';
    const found = await look(ctx, 'find a tenant by its slug', 'tenant-of-slug', text, slug);
    if (!found) throw new Problem('http.404');
    return found;
  }

  /** By the token of a cart. A tenant accepts only tokens that it gave, so that all carts of one are its own. */
  async ofCart(token: string | null, ctx: ServiceContext): Promise<string> {
    if (!token) throw new Problem('cart.not-found');
    const digest = hashOf(token);
    const text = 'SELECT tenant_id FROM cart WHERE token_hash = $1 ORDER BY created_at DESC LIMIT 1';
    const find = () => look(ctx, 'find the tenant of a cart', 'tenant-of-cart', text, digest);
    const found = await remembered(this.byToken, keyOf(digest), find);
    if (!found) throw new Problem('cart.not-found');
    return found;
  }

  /** Remembers the tenant of a cart that this process has just stored: its buyer will be back. */
  rememberCart(token: string, tenantId: string): void {
    remember(this.byToken, keyOf(hashOf(token)), tenantId);
  }

  /** Tenants that are not archived, by name; only that of `id` where one is named. */
  async list(ctx: ServiceContext, id: string | undefined): Promise<TheatreName[]> {
    const { rows } = await ctx.db.askPlatform<TheatreName & Record<string, unknown>>('list the theatres', {
      name: 'theatres',
      text: LIST,
      values: [id ?? null],
    });
    return rows;
  }
}

async function look(
  { db }: ServiceContext,
  reason: string,
  name: string,
  text: string,
  value: unknown,
): Promise<string | undefined> {
  const { rows } = await db.askPlatform<{ tenant_id: string }>(reason, { name, text, values: [value] });
  return rows[0]?.tenant_id;
}

const keyOf = (digest: Buffer): string => digest.toString('base64');

function remember(cache: Map<string, string>, key: string, value: string): void {
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, value);
}

/** The cached value of a key, or the found one; what is not found is looked for again the next time. */
async function remembered(
  cache: Map<string, string>,
  key: string,
  find: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const found = await find();
  if (found !== undefined) remember(cache, key, found);
  return found;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `tenant` of a public route whose path carries the id of a show, a performance or a tenant. */
export const tenantOfId =
  (tenants: TenantDirectory) =>
  (input: { params: { id: string } }, ctx: ServiceContext): Promise<string> =>
    tenants.ofId(input.params.id, ctx);

/** The same for a tenant, by id or by slug. */
export const tenantOfTheatre =
  (tenants: TenantDirectory) =>
  ({ params }: { params: { id: string } }, ctx: ServiceContext): Promise<string> =>
    UUID.test(params.id) ? tenants.ofId(params.id, ctx) : tenants.ofSlug(params.id, ctx);

/** Header with the token of a cart, which authorizes the buyer. */
export const CART_TOKEN = 'cart-token';
/** `tenant` of a public route that identifies only the cart. */
export const tenantOfCart =
  (tenants: TenantDirectory) =>
  (input: { credential: string | null }, ctx: ServiceContext): Promise<string> =>
    tenants.ofCart(input.credential, ctx);
