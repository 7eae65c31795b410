import { SCOPES } from '@coulisse/contracts';
import { mayAll, Problem, route, scopeOf, type Actor, type Tx } from '@coulisse/service-kit';
import { z } from 'zod';
import { FULL_ROLE, role } from '../../resources';
import type { DefaultGrants, GrantsByRole, RightCatalogue } from './default-grants';
import { defaultScopes, scopesOfRole } from './role-rights';
import { readRole, roleCodeOf, usersOfRole } from './role.read-model';

const scope = z.enum(SCOPES).nullable();
const words = z.object({ fr: z.string(), en: z.string() });
const answer = z.object({
  version: z.int(),
  users: z.int().describe('how many have the role'),
  mayChange: z.boolean(),
  isFull: z.boolean().describe('the role that always has all rights'),
  rights: z.array(
    z.object({
      right: z.string(),
      subject: words,
      label: words
        .nullable()
        .describe('null for read, create, update, delete, export, import, sensitive, secret'),
      scopes: z.array(z.enum(SCOPES)).describe('those that the right can have'),
      default: scope.describe('of the role that this one is based on'),
      granted: scope,
      own: scope.describe('the widest that the caller may grant'),
    }),
  ),
  others: z
    .array(z.object({ right: z.string(), scope: z.string() }))
    .describe('grants of rights that no service declares any more'),
});

/** The rights of a role in words: every one that can be granted, what the role has and what it would have by default. */
export const roleRights = (defaults: DefaultGrants) =>
  route.get(
    '/b/api/core/roles/{id}/rights',
    {
      summary: 'All rights that can be granted, with those of a role',
      access: { right: `${role.rights}.read` },
      params: z.object({ id: z.uuid() }),
      response: answer,
      tag: role.name,
    },
    async ({ actor, params }, ctx) => {
      const declared = { catalogue: await defaults.catalogue(ctx), grants: await defaults.byRole(ctx) };
      return ctx.db.inTenant(actor, (tx) => rightsInWords(tx, actor, params.id, declared));
    },
  );

async function rightsInWords(
  tx: Tx,
  actor: Actor,
  id: string,
  { catalogue, grants }: { catalogue: RightCatalogue; grants: GrantsByRole },
) {
  const stored = await readRole(tx, id);
  if (!stored) throw new Problem('http.404');
  const isAdministrator = (await roleCodeOf(tx, actor.userId)) === FULL_ROLE;
  const standard = defaultScopes(stored.basedOn, grants);
  const granted = scopesOfRole(stored, grants);
  return {
    version: stored.version,
    users: await usersOfRole(tx, id),
    isFull: stored.code === FULL_ROLE,
    mayChange: stored.code !== FULL_ROLE && mayAll(actor, `${role.rights}.update`),
    rights: [...catalogue.values()].map((declared) => ({
      ...declared,
      scopes: [...declared.scopes],
      default: standard.get(declared.right) ?? null,
      granted: granted.get(declared.right) ?? null,
      own: isAdministrator ? ('all' as const) : scopeOf(actor, declared.right),
    })),
    others: stored.grants.filter(({ right }) => !catalogue.has(right)),
  };
}
