import { cartToken, storeCartToken } from './cart-key';

const PERFORMANCE =
  /^\/app-api\/configuration\/representations\/([^/]+)\/(holds|best-seats|places|waiting-room)$/;
const WAITING_TOKEN = 'waiting-token';
/** Places in waiting rooms, by performance. */
const places = new Map<string, string>();

/** The token of a new cart in the response to a hold. */
async function keepCart(response: Response): Promise<void> {
  const body = (await response.clone().json()) as { cart?: { token?: unknown } };
  if (typeof body.cart?.token === 'string') storeCartToken(body.cart.token);
}

/**
 * Calls from a frame on another site. Browsers send no cookie there, or will soon send none: the page itself carries the
 * token of its cart and its place in a waiting room, as other clients of the API do.
 */
export const frameCall: typeof fetch = async (input, init) => {
  const [, performanceId, kind] = PERFORMANCE.exec(String(input)) ?? [];
  const headers = new Headers(init?.headers);
  const token = cartToken();
  if (token !== null) headers.set('cart-token', token);
  const place = performanceId === undefined ? undefined : places.get(performanceId);
  if (place !== undefined) headers.set(WAITING_TOKEN, place);
  const response = await fetch(input, { ...init, headers, credentials: 'omit' });
  const sent = response.headers.get(WAITING_TOKEN);
  if (performanceId !== undefined && sent !== null) places.set(performanceId, sent);
  const isHold = kind !== 'waiting-room';
  if (isHold && response.ok && init?.method === 'POST') await keepCart(response);
  return response;
};
