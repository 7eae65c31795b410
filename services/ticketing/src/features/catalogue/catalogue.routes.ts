import { FRONT_THEATRE } from '@coulisse/contracts/own-host';
import { MAX_PIXEL_SITES, PIXEL_STEPS } from '@coulisse/contracts/tracking-pixels';
import { formatAmount } from '@coulisse/money';
import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { orNotFound } from '../or-not-found';
import { publicOptions } from './formula-options.read-model';
import { embeddingOf } from './embedding.read-model';
import { performanceById, performancesOfTheatre } from './performances.read-model';
import { publicFormulas } from './sale-terms.read-model';
import { digestOf } from './drawn-poster/drawn-poster';
import { drawingOfShow, showById, showsOfTheatre } from './shows.read-model';
import { theatreOf } from './theatre.read-model';
import { pixelPage, pixelsOf } from './tracking-pixels.read-model';
import type { WaitingRooms } from '../waiting-room/waiting-rooms';
import { type TenantDirectory, tenantOfId, tenantOfTheatre } from './tenant-directory';

const byId = z.object({ id: z.uuid() });
const bySlugOrId = z.object({ id: z.string().min(1).max(80) });
const pixels = bySlugOrId.extend({ step: z.enum(PIXEL_STEPS) });
/** Origins that the visitor has accepted, between blanks. Who names none has accepted none. */
const acceptedSites = z.strictObject({ sites: z.string().max(MAX_PIXEL_SITES).default('') });
const drawing = byId.extend({ digest: z.string().regex(/^[\w-]{16}$/) });
const tag = 'Catalogue';
const base = '/app-api/configuration';

export const catalogueRoutes = (tenants: TenantDirectory, rooms: WaitingRooms) => [
  route.get(
    `${base}/saas-customers`,
    { summary: 'Theatres that sell here', tag, access: 'public' },
    async ({ headers }, ctx) => ({ items: await tenants.list(ctx, headers[FRONT_THEATRE]) }),
  ),
  route.get(
    `${base}/saas-customers/{id}`,
    {
      summary: 'One theatre, by its id or short name',
      tag,
      access: 'public',
      params: bySlugOrId,
      tenant: tenantOfTheatre(tenants),
    },
    ({ actor }, ctx) => ctx.db.inTenant(actor, theatreOf),
  ),
  route.get(
    `${base}/saas-customers/{id}/embedding`,
    {
      summary: 'Sites that may show the pages of a theatre, by its id or short name, or the id of a show',
      tag,
      access: 'public',
      params: bySlugOrId,
      tenant: tenantOfTheatre(tenants),
    },
    ({ actor }, ctx) => ctx.db.inTenant(actor, embeddingOf),
  ),
  route.get(
    `${base}/saas-customers/{id}/pixels/{step}`,
    {
      summary: 'Tracking pixels of a step of the purchase, as a page for a hidden frame',
      tag,
      access: 'public',
      params: pixels,
      query: acceptedSites,
      tenant: tenantOfTheatre(tenants),
      stream: true,
    },
    async ({ actor, params, query }, ctx, { res }) => {
      const addresses = await ctx.db.inTenant(actor, (tx) => pixelsOf(tx, params.step));
      const page = pixelPage(addresses, query.sites.split(' '));
      res
        .status(200)
        .set({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': page.policy,
          'Referrer-Policy': 'no-referrer',
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'no-store',
        })
        .end(page.html);
    },
  ),
  route.get(
    `${base}/spectacles/by-saas-customer/{id}`,
    {
      summary: 'Shows of a theatre',
      tag,
      access: 'public',
      params: bySlugOrId,
      tenant: tenantOfTheatre(tenants),
    },
    async ({ actor }, ctx) => ({ items: await ctx.db.inTenant(actor, showsOfTheatre) }),
  ),
  route.get(
    `${base}/spectacles/{id}`,
    {
      summary: 'One show and its performances',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId(tenants),
    },
    async ({ actor, params }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => showById(tx, params.id))),
  ),
  route.get(
    `${base}/spectacles/{id}/drawn-poster/{digest}`,
    {
      summary: 'Drawing for a show without a poster, as SVG; a drawing that has changed has another address',
      tag,
      access: 'public',
      params: drawing,
      tenant: tenantOfId(tenants),
      stream: true,
    },
    async ({ actor, params }, ctx, { res }) => {
      const svg = orNotFound(await ctx.db.inTenant(actor, (tx) => drawingOfShow(tx, params.id)));
      // An earlier page may name an earlier drawing: it gets today's, which no cache may keep under that name.
      const isCurrent = digestOf(svg) === params.digest;
      res
        .status(200)
        .set({
          'Content-Type': 'image/svg+xml; charset=utf-8',
          'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
        })
        .end(svg);
    },
  ),
  route.get(
    `${base}/representations/by-saas-customer/{id}`,
    {
      summary: 'Performances of a theatre',
      tag,
      access: 'public',
      params: bySlugOrId,
      tenant: tenantOfTheatre(tenants),
    },
    async ({ actor }, ctx) => ({ items: await ctx.db.inTenant(actor, performancesOfTheatre) }),
  ),
  route.get(
    `${base}/representations/{id}`,
    {
      summary: 'One performance with its show',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId(tenants),
    },
    async ({ actor, params }, ctx) => {
      const found = orNotFound(await ctx.db.inTenant(actor, (tx) => performanceById(tx, params.id)));
      return { ...found, isWaitingRoomOpen: rooms.isOpen(params.id) };
    },
  ),
  route.get(
    `${base}/representations/{id}/formules`,
    {
      summary: 'Formulas of a performance',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId(tenants),
    },
    async ({ actor, params }, ctx) => {
      const [formulas, options] = await ctx.db.inTenant(
        actor,
        async (tx) => [await publicFormulas(tx, params.id), await publicOptions(tx, params.id)] as const,
      );
      return {
        items: formulas.map((formula) => ({
          id: formula.id,
          name: formula.name,
          description: formula.description,
          categoryId: formula.categoryId,
          categoryName: formula.categoryName,
          priceTTC: formatAmount(formula.priceMinor),
          priceMinor: formula.priceMinor,
          minimumNumberOfPeople: formula.minimumNumberOfPeople,
          isDefault: formula.isDefault,
          options: options.get(formula.id) ?? [],
        })),
      };
    },
  ),
];
