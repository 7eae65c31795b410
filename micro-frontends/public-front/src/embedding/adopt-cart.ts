import { setCartHint } from '../api/cart-hint';
import { api } from '../api/client';

/** Takes over the cart that a frame on another site has handed to this page (`leave-frame.ts`). */
export async function adoptCart(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('cart') ?? '';
  // Whoever shares or stores the address does not share the cart.
  history.replaceState(null, '', location.pathname + location.search);
  // Without it the page says that there is no cart.
  await api.post('/app-api/session/cart', { token }).then(() => setCartHint(true), reportError);
}
