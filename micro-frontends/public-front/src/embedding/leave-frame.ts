import { basePath, isEmbedded } from '../app/base-path';
import { cartToken } from './cart-key';

export const isInFrame = (): boolean => isEmbedded(basePath(location.pathname));

/**
 * Opens a page in the whole window, with the cart of the frame. Its token stands in the fragment, which is sent to no
 * server, and the page takes it out of the address (`adopt-cart.ts`).
 */
export function leaveFrame(path: string): void {
  window.open(`/app${path}#cart=${encodeURIComponent(cartToken() ?? '')}`, '_top');
}
