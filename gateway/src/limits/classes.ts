import type { StreamCaps } from './open-streams';
import type { Rate } from './windows';

/** What a call costs: calls of one class are counted together. */
export type RouteClass =
  | 'notification'
  | 'stream'
  | 'hold'
  | 'pay'
  | 'checkout'
  | 'cart'
  | 'credentials'
  | 'session'
  | 'browse'
  | 'transfer'
  | 'staff'
  | 'files';

/** `network` counts an IPv4 address or an IPv6 /64, `caller` a session of the public or a person of the staff. */
export interface ClassLimits {
  network?: Rate;
  caller?: Rate;
}

export interface Limits {
  classes: Readonly<Record<RouteClass, ClassLimits>>;
  streams: StreamCaps;
  /** Sessions that one network may open; they are rows, so all replicas count them together. */
  sessions: Rate;
}

const perMinute = (points: number): Rate => ({ points, seconds: 60 });

/**
 * Wide enough for a company behind one address and for the fastest person; narrow enough that one network cannot keep
 * the others out. What is held, and for how long, is limited where seats are: by ticketing, with the theatre's numbers.
 */
export const LIMITS: Limits = {
  classes: {
    // Banks: their calls are signed, and none may be lost because somebody floods something else.
    notification: { network: perMinute(6_000) },
    stream: { network: perMinute(600), caller: perMinute(60) },
    hold: { network: perMinute(900), caller: perMinute(120) },
    pay: { network: perMinute(120), caller: { points: 15, seconds: 600 } },
    checkout: { network: perMinute(300), caller: perMinute(30) },
    cart: { network: perMinute(1_800), caller: perMinute(180) },
    credentials: { network: perMinute(300), caller: perMinute(30) },
    session: { network: perMinute(1_800), caller: perMinute(120) },
    browse: { network: perMinute(3_600), caller: perMinute(600) },
    // Whole files and lists: each costs as much as a hundred other calls.
    transfer: { network: perMinute(600), caller: perMinute(120) },
    staff: { network: perMinute(12_000), caller: perMinute(1_800) },
    // Pages, their parts and their texts, most of which browsers keep.
    files: { network: perMinute(12_000) },
  },
  streams: { total: 5_000, network: 100, session: 8 },
  sessions: { points: 600, seconds: 600 },
};

interface Pattern {
  methods?: readonly string[];
  path: RegExp;
  is: RouteClass;
}

const CART = '/app-api/prestiscene/reservations/cart';

/** The first that fits decides. Health is no class: who watches over the gateway is never refused. */
const PATTERNS: readonly Pattern[] = [
  { path: /^\/app-api\/payments\/[^/]+\/notification$/, is: 'notification' },
  { methods: ['GET'], path: /^\/app-api\/configuration\/representations\/[^/]+\/events$/, is: 'stream' },
  { methods: ['POST'], path: /^\/app-api\/configuration\/representations\/[^/]+\/holds$/, is: 'hold' },
  { path: new RegExp(`^${CART}/pay$`), is: 'pay' },
  { path: new RegExp(`^${CART}/save$`), is: 'checkout' },
  { path: new RegExp(`^${CART}(/|$)`), is: 'cart' },
  { methods: ['DELETE'], path: /^\/app-api\/configuration\/representations\/[^/]+\/holds$/, is: 'cart' },
  { methods: ['POST'], path: /^\/app-api\/session\//, is: 'credentials' },
  { path: /^\/app-api\/session$/, is: 'session' },
  { path: /^\/app-api\/prestiscene\/reservations\/[^/]+\/tickets\.pdf$/, is: 'transfer' },
  { path: /^\/app-api(\/|$)/, is: 'browse' },
  { path: /^\/b\/api\/.+\/(_export|_imports)(\/|$)/, is: 'transfer' },
  { methods: ['POST'], path: /^\/b\/api\/core\/files$/, is: 'transfer' },
  { path: /^\/b\/api(\/|$)/, is: 'staff' },
  { path: /^\/(?!health(\/|$))/, is: 'files' },
];

/** The class of a call; undefined for what is not limited. */
export function classOf(method: string, path: string): RouteClass | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  // Another spelling of a path, should anybody answer it, costs what the path costs.
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const spelt = plain.toLowerCase();
  return PATTERNS.find(({ methods, path: fits }) => (!methods || methods.includes(asked)) && fits.test(spelt))
    ?.is;
}
