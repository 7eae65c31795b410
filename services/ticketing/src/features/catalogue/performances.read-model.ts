import type { SiteFont } from '@coulisse/contracts/site-fonts';
import { type PixelStep, pixelOrigin } from '@coulisse/contracts/tracking-pixels';
import { type SiteColors, siteColors } from '@coulisse/contracts/site-colors';
import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { currentHost } from '../own-hosts/own-host.store';
import { ON_SALE, SEATING } from './sale-terms.read-model';

/** What a tenant has set for its public pages, without what it has not set; images are ids of public files. */
export interface Site {
  frontMode?: 'LIGHT' | 'DARK' | 'CUSTOM';
  frontColor?: string;
  /** In the mode CUSTOM, what the pages show in that colour. */
  colors?: SiteColors;
  /** Typeface of names and titles. */
  font?: SiteFont;
  /** Host name of its own. */
  host?: string;
  logo?: string;
  header?: string;
  footer?: string;
  wallpaper?: string;
  termsUrl?: string;
  privacyUrl?: string;
  /** Under maintenance: its message, which may be empty. */
  maintenance?: string;
  /** Whether one may write to it. */
  hasContact?: true;
  /** `name` is that of the network, as it writes it. */
  socialUrls?: { name: string; url: string }[];
  thankYouText?: string;
  reservationCannotBeSoldMessage?: string;
  /** True where each buyer has to type an address; absent elsewhere. */
  asksAddress?: boolean;
  /** For how many hours seats are held for who pays by a mailed link; absent where nobody may. */
  paymentLinkHours?: number;
  /** Steps at which sites count visitors who consented, and the origins of those sites; absent where none does. */
  pixels?: { step: PixelStep; origin: string }[];
}
/** As the database has it: addresses of pixels may hold what a visitor need not read. */
type StoredSite = Omit<Site, 'pixels'> & { pixels?: { step: PixelStep; url: string }[] };

export interface TheatreName {
  id: string;
  name: string;
  slug: string;
  city: string;
}
export interface Organiser extends TheatreName {
  site: Site;
}
export interface PublicPerformance {
  id: string;
  date: string;
  startsAt: string;
  mealTimes: string[];
  showTimes: string[];
  room: string;
  onSale: boolean;
  availability: 'FREE' | 'FEW' | 'FULL';
  placesRemaining: number;
  lowestPrice: string | null;
}
/**
 * How a buyer gets seats: MAP, chosen on the plan; BY_THEATRE, a number of places that the theatre seats; FREE, a
 * number of places whose seats nobody is shown.
 */
export type Seating = 'MAP' | 'BY_THEATRE' | 'FREE';
export interface PublicPerformanceWithShow extends PublicPerformance {
  show: {
    id: string;
    name: string;
    shortDescription: string;
    color: string | null;
    displaySeatNumber: boolean;
    consecutivePlace: boolean;
    seating: Seating;
    /** A table is taken with all of its chairs; absent where it is not. */
    wholeTables?: true;
  };
  organiser: Organiser;
  isMultiFormule: boolean;
}

interface PerformanceRow {
  id: string;
  date: string;
  starts_at: Date;
  meal_times: string[];
  show_times: string[];
  room: string;
  on_sale: boolean;
  is_complete: boolean;
  is_multi_formule: boolean;
  places_available: number;
  places_remaining: number;
  lowest_price: string | null;
  show_id: string;
  show_name: string;
  short_description: string | null;
  color: string | null;
  display_seat_number: boolean;
  consecutive_place: boolean;
  seating: Seating;
  whole_tables: boolean;
}

/** Online price of a formula f today, as `priceOf` chooses it. */
const PRICE_TODAY = `coalesce((SELECT x.price_ttc FROM formula_prices x
  WHERE x.tenant_id = f.tenant_id AND x.parent_id = f.id AND x.channel IS DISTINCT FROM 'BOX_OFFICE'
    AND coalesce(x.valid_from <= ${LOCAL_TODAY}, true) AND coalesce(x.valid_until >= ${LOCAL_TODAY}, true)
  ORDER BY x.channel IS NULL, x.valid_from DESC NULLS LAST, x.position LIMIT 1), f.ticket_price_ttc)`;
/** Lowest public price of a performance p; remaining places exclude live holds. */
const LOWEST = `(SELECT min(${PRICE_TODAY})::text FROM formula f WHERE f.tenant_id = p.tenant_id AND f.id = ANY (p.formulas)
  AND f.is_visible_to_public AND NOT f.archived AND NOT f.ignore_in_lowest_price)`;
const REMAINING = `greatest(0, p.places_available - (SELECT count(*) FROM seat_claim c WHERE c.tenant_id = p.tenant_id
  AND c.performance_id = p.id AND (c.state = 'SOLD' OR c.expires_at > now())))::int`;

const PERFORMANCES = `
SELECT p.id, to_char(p.date, 'YYYY-MM-DD') AS date, p.starts_at, p.meal_times, p.show_times, r.name AS room, ${ON_SALE} AS on_sale,
       p.is_complete, p.is_multi_formule, p.places_available, ${REMAINING} AS places_remaining, ${LOWEST} AS lowest_price,
       s.id AS show_id, s.name AS show_name, s.short_description, s.color, s.display_seat_number, s.consecutive_place, ${SEATING} AS seating, s.whole_tables
FROM performance p
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room r ON r.tenant_id = p.tenant_id AND r.id = p.room_id
LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
WHERE p.tenant_id = $1`;

/** FULL: also where the staff says so. FEW: at most a tenth of the places remain, or at most five. */
function availabilityOf(row: PerformanceRow): PublicPerformance['availability'] {
  const { places_remaining: remaining, places_available: available } = row;
  if (row.is_complete || remaining <= 0) return 'FULL';
  return remaining <= Math.max(5, available / 10) ? 'FEW' : 'FREE';
}

const performanceOf = (row: PerformanceRow): PublicPerformance => ({
  id: row.id,
  date: row.date,
  startsAt: row.starts_at.toISOString(),
  mealTimes: row.meal_times,
  showTimes: row.show_times,
  room: row.room,
  onSale: row.on_sale,
  availability: availabilityOf(row),
  placesRemaining: row.places_remaining,
  lowestPrice: row.lowest_price,
});

const withShow = (row: PerformanceRow, organiser: Organiser): PublicPerformanceWithShow => ({
  ...performanceOf(row),
  isMultiFormule: row.is_multi_formule,
  show: {
    id: row.show_id,
    name: row.show_name,
    shortDescription: row.short_description ?? '',
    color: row.color,
    displaySeatNumber: row.display_seat_number,
    consecutivePlace: row.consecutive_place,
    seating: row.seating,
    ...(row.whole_tables ? { wholeTables: true } : {}),
  },
  organiser,
});

const NETWORK_NAME = `CASE s.network::text WHEN 'TIKTOK' THEN 'TikTok' WHEN 'YOUTUBE' THEN 'YouTube' WHEN 'LINKEDIN' THEN 'LinkedIn'
  ELSE initcap(s.network::text) END`;
const ORGANISER = `
SELECT t.id, t.name, t.slug, t.city, json_strip_nulls(json_build_object(
  'frontMode', own.front_mode, 'frontColor', own.front_color_for_custom, 'font', own.front_font,
  'host', ${currentHost('t')},
  'logo', own.logos_id, 'header', own.headers_id,
  'footer', own.footers_id, 'wallpaper', own.wallpaper_id, 'termsUrl', own.terms_url, 'privacyUrl', own.privacy_url,
  'maintenance', CASE WHEN own.is_under_maintenance THEN coalesce(own.maintenance_message, '') END,
  'hasContact', CASE WHEN own.contact_email IS NOT NULL THEN true END,
  'reservationCannotBeSoldMessage', own.reservation_cannot_be_sold_message,
  'asksAddress', nullif(own.asks_postal_address, false), 'paymentLinkHours', own.online_payment_link_hours,
  'socialUrls', (SELECT json_agg(json_build_object('name', ${NETWORK_NAME}, 'url', s.url) ORDER BY s.position)
    FROM settings_social_urls s WHERE s.tenant_id = own.tenant_id AND s.parent_id = own.id),
  'pixels', (SELECT json_agg(json_build_object('step', x.step, 'url', x.url) ORDER BY x.position)
    FROM settings_tracking_pixels x WHERE x.tenant_id = own.tenant_id AND x.parent_id = own.id),
  'thankYouText', (SELECT y.text FROM settings_thank_you_texts y WHERE y.tenant_id = own.tenant_id
    AND y.parent_id = own.id AND y.purchase = 'RESERVATION' ORDER BY y.position LIMIT 1))) AS site
FROM tenant_profile t LEFT JOIN settings own ON own.tenant_id = t.tenant_id WHERE t.tenant_id = $1`;

/** Public profile of the tenant; empty until its first event has arrived. */
export async function organiserOf(tx: Tx): Promise<Organiser> {
  const { rows } = await tx.sql.named<TheatreName & { site: StoredSite } & Record<string, unknown>>(
    'organiser',
    ORGANISER,
    [tx.tenantId],
  );
  const found = rows[0] ?? { id: tx.tenantId, name: '', slug: '', city: '', site: {} };
  return { ...found, site: withColors(withPixels(found.site)) };
}

/** A visitor consents to sites, so that each stands once for a step. */
function withPixels({ pixels = [], ...site }: StoredSite): Site {
  const steps = new Map(
    pixels.flatMap(({ step, url }) => {
      const origin = pixelOrigin(url);
      return origin === null ? [] : [[`${step} ${origin}`, { step, origin }] as const];
    }),
  );
  return steps.size === 0 ? site : { ...site, pixels: [...steps.values()] };
}

/** Computed here, so that no page that shows them has to. */
const withColors = (site: Site): Site =>
  site.frontMode === 'CUSTOM' && site.frontColor ? { ...site, colors: siteColors(site.frontColor) } : site;

/** Listed future performances, soonest first: of one show, or of all shows that are not private. */
async function upcoming(tx: Tx, showId: string | null): Promise<PerformanceRow[]> {
  const listed = `${PERFORMANCES} AND p.starts_at > now() AND NOT p.is_cancelled AND p.display_calendar = 'ALL' AND s.display_mode = 'ALL'`;
  const ordered = `${listed} AND (s.id = $2 OR ($2 IS NULL AND NOT s.private)) ORDER BY p.starts_at, p.id`;
  return (await tx.sql.query<PerformanceRow>(ordered.replaceAll('$2', '$2::uuid'), [tx.tenantId, showId]))
    .rows;
}

export async function performancesOfShow(tx: Tx, showId: string): Promise<PublicPerformance[]> {
  return (await upcoming(tx, showId)).map(performanceOf);
}

export async function performancesOfTheatre(tx: Tx): Promise<PublicPerformanceWithShow[]> {
  const [organiser, rows] = [await organiserOf(tx), await upcoming(tx, null)];
  return rows.map((row) => withShow(row, organiser));
}

/** Any performance of a public show, past ones included, so that old links keep working. */
export async function performanceById(tx: Tx, id: string): Promise<PublicPerformanceWithShow | null> {
  const text = `${PERFORMANCES} AND p.id = $2 AND p.display_calendar = 'ALL' AND s.display_mode = 'ALL'`;
  const { rows } = await tx.sql.query<PerformanceRow>(text, [tx.tenantId, id]);
  return rows[0] ? withShow(rows[0], await organiserOf(tx)) : null;
}
