import type { StreamCaps } from './open-streams';
import type { Rate } from './windows';

/** Classes of calls, by cost; calls of one class are counted together. */
export type RouteClass =
  | 'notification'
  | 'stream'
  | 'hold'
  | 'wait'
  | 'pay'
  | 'checkout'
  | 'voucher'
  | 'cart'
  | 'order'
  | 'resend'
  | 'join'
  | 'contact'
  | 'credentials'
  | 'session'
  | 'browse'
  | 'transfer'
  | 'staff'
  | 'files';

/**
 * `caller` counts a public session or a staff user, `network` all calls of an IPv4 address or an IPv6 /64, `strangers`
 * those of its calls to public routes that carry no session which this gateway has verified.
 */
export interface ClassLimits {
  caller?: Rate;
  strangers?: Rate;
  network?: Rate;
}

export interface Limits {
  classes: Readonly<Record<RouteClass, ClassLimits>>;
  streams: StreamCaps;
  /** Sessions that one network may open; counted in the database, so for all replicas together. */
  sessions: Rate;
}

const perMinute = (points: number): Rate => ({ points, seconds: 60 });

/**
 * The session of a buyer counts first: a company of three hundred people behind one address has as many sessions, and
 * each has a limit of its own. A client that throws its cookie away stays a stranger, and all strangers of a network
 * share one limit. The limit of the network is only a ceiling, ten times as high, so that the sessions of one address
 * (`sessions` bounds how many it may open) do not exclude others. Ticketing limits the held seats and their duration, by
 * settings of the tenant.
 */
export const LIMITS: Limits = {
  classes: {
    // Banks: their calls are signed, and none may be lost because other routes are flooded.
    notification: { network: perMinute(6_000) },
    // After a restart all open plans of a company come back within seconds.
    stream: { network: perMinute(6_000), strangers: perMinute(600), caller: perMinute(60) },
    hold: { network: perMinute(9_000), strangers: perMinute(900), caller: perMinute(120) },
    wait: { network: perMinute(9_000), strangers: perMinute(900), caller: perMinute(60) },
    pay: { network: perMinute(1_200), strangers: perMinute(120), caller: { points: 15, seconds: 600 } },
    checkout: { network: perMinute(3_000), strangers: perMinute(300), caller: perMinute(30) },
    // Codes and keys of gift vouchers, which are typed by hand; a key has 137 random bits besides.
    voucher: { network: perMinute(300), strangers: perMinute(30), caller: perMinute(5) },
    cart: { network: perMinute(18_000), strangers: perMinute(1_800), caller: perMinute(180) },
    // Whoever tries keys of orders, or of entries in waiting lists, finds none among 2^128; this bounds what the attempt costs.
    order: { network: perMinute(3_000), strangers: perMinute(300), caller: perMinute(60) },
    resend: { network: perMinute(600), strangers: perMinute(30), caller: { points: 10, seconds: 600 } },
    // Each may cause a mail to somebody; the service mails one address once in ten minutes besides.
    join: { network: perMinute(600), strangers: perMinute(30), caller: { points: 20, seconds: 600 } },
    // Each is a mail to a theatre.
    contact: {
      network: { points: 120, seconds: 600 },
      strangers: { points: 10, seconds: 600 },
      caller: { points: 5, seconds: 600 },
    },
    // Guesses of passwords are bounded by account and by network in the database.
    credentials: { network: perMinute(1_200), strangers: perMinute(300), caller: perMinute(30) },
    session: { network: perMinute(18_000), strangers: perMinute(1_800), caller: perMinute(120) },
    browse: { network: perMinute(36_000), strangers: perMinute(3_600), caller: perMinute(600) },
    // Files and exports: each costs as much as a hundred other calls.
    transfer: { network: perMinute(3_000), strangers: perMinute(600), caller: perMinute(120) },
    staff: { network: perMinute(12_000), caller: perMinute(1_800) },
    // Pages, assets and texts, most of which browsers cache: three hundred first visits in one minute.
    files: { network: perMinute(60_000) },
  },
  streams: { total: 10_000, network: 2_500, strangers: 100, session: 8 },
  sessions: { points: 600, seconds: 600 },
};

interface Pattern {
  methods?: readonly string[];
  path: RegExp;
  class: RouteClass;
}

const ORDER = '/app-api/prestiscene/reservations/order';
const CART = '/app-api/prestiscene/reservations/cart';
const VOUCHERS = '/app-api/prestiscene/gift-vouchers/cart';

/** The first match decides. Health has no class: monitoring is never refused. */
const PATTERNS: readonly Pattern[] = [
  { path: /^\/app-api\/payments\/[^/]+\/notification$/, class: 'notification' },
  { methods: ['GET'], path: /^\/app-api\/configuration\/representations\/[^/]+\/events$/, class: 'stream' },
  {
    methods: ['POST'],
    path: /^\/app-api\/configuration\/representations\/[^/]+\/(holds|best-seats|places|drivers)$/,
    class: 'hold',
  },
  { path: /^\/app-api\/configuration\/representations\/[^/]+\/waiting-room$/, class: 'wait' },
  {
    methods: ['POST'],
    path: /^\/app-api\/configuration\/representations\/[^/]+\/waiting-list$/,
    class: 'join',
  },
  { methods: ['POST'], path: /^\/app-api\/configuration\/saas-customers\/[^/]+\/contact$/, class: 'contact' },
  { path: /^\/app-api\/prestiscene\/waiting-list\/entry(\/|$)/, class: 'order' },
  { path: new RegExp(`^${CART}/pay$`), class: 'pay' },
  { path: new RegExp(`^${CART}/save$`), class: 'checkout' },
  { path: /^\/app-api\/prestiscene\/gift-vouchers\/by-code-and-key$/, class: 'voucher' },
  { path: new RegExp(`^${VOUCHERS}/pay$`), class: 'pay' },
  { path: new RegExp(`^${VOUCHERS}/save$`), class: 'checkout' },
  { path: new RegExp(`^${VOUCHERS}/voucher\\.pdf$`), class: 'transfer' },
  { path: new RegExp(`^${VOUCHERS}(/|$)`), class: 'order' },
  { path: new RegExp(`^${CART}(/|$)`), class: 'cart' },
  { methods: ['DELETE'], path: /^\/app-api\/configuration\/representations\/[^/]+\/holds$/, class: 'cart' },
  { methods: ['POST'], path: /^\/app-api\/session\/cart$/, class: 'cart' },
  { methods: ['POST'], path: /^\/app-api\/session\//, class: 'credentials' },
  { path: /^\/app-api\/session$/, class: 'session' },
  { path: /^\/app-api\/(?:.+\/)?personal-data(?:\.json)?$/, class: 'transfer' },
  { path: /^\/app-api\/prestiscene\/reservations\/[^/]+\/tickets\.pdf$/, class: 'transfer' },
  { path: new RegExp(`^${ORDER}/resend$`), class: 'resend' },
  { path: new RegExp(`^${ORDER}(/|$)`), class: 'order' },
  { path: /^\/app-api(\/|$)/, class: 'browse' },
  { path: /^\/b\/api\/.+\/(_export|_imports)(\/|$)/, class: 'transfer' },
  { methods: ['POST'], path: /^\/b\/api\/core\/files$/, class: 'transfer' },
  { path: /^\/b\/api(\/|$)/, class: 'staff' },
  { path: /^\/(?!health(\/|$))/, class: 'files' },
];

/** The class of a call; undefined when it is not limited. */
export function classOf(method: string, path: string): RouteClass | undefined {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method;
  // Another spelling of a path (upper case, trailing slash) is counted like the path, in case a service accepts it.
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const spelt = plain.toLowerCase();
  return PATTERNS.find(
    ({ methods, path: fits }) => (!methods || methods.includes(effectiveMethod)) && fits.test(spelt),
  )?.class;
}
