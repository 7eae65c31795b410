import {
  type Embedding,
  embeddedBase,
  embeddingPath,
  type FrameMessage,
} from '@coulisse/contracts/embedding';
import { setCartHint } from '../api/cart-hint';
import { readPublic, replaceSession, sendBy } from '../api/client';
import type { Theatre } from '../api/types';
import { storeTheatre } from '../app/theatre';
import { cartToken } from './cart-key';
import { frameCall } from './frame-calls';
import { withStorage } from './storage';
import './frame.css';

const PARENT = 'coulisse.parent';

/** Origin of the page around the frame, as the element wrote it into the address. */
function parentOrigin(): string | null {
  const origin = new URLSearchParams(location.search).get('parent') ?? sessionStorage.getItem(PARENT);
  if (origin !== null) sessionStorage.setItem(PARENT, origin);
  return origin;
}

/** Says things to the page around; browsers deliver them only if it has the origin that the address names. */
function messenger(): (message: FrameMessage) => void {
  const origin = parentOrigin();
  if (origin === null || !URL.canParse(origin) || window.parent === window) return () => undefined;
  return (message) => window.parent.postMessage(message, origin);
}

/** Reports the height of the page whenever it changes. */
function reportHeight(send: (message: FrameMessage) => void): void {
  const root = document.getElementById('root');
  if (!root) return;
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height !== last) send({ type: 'coulisse:height', height });
    last = height;
  }).observe(root);
}

/** A new page takes the focus at its top (`app/layout.tsx`): the page around scrolls there. */
function reportPages(send: (message: FrameMessage) => void): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.id === 'content') send({ type: 'coulisse:page' });
  });
}

/**
 * Stores the theatre of the open page. The server shows a theatre's own pages alone; a page that the browser renders is
 * checked here, and one of another theatre is left for an address that no other site may embed.
 */
function theatreKeeper(base: string): (theatre: Theatre | null) => void {
  const key = embeddedBase(base)?.key ?? '';
  const embedding = readPublic<Embedding>(embeddingPath(key)).catch(() => null);
  return (theatre) => {
    storeTheatre(theatre);
    if (!theatre) return;
    void embedding.then((own) => {
      if (own && own.theatre !== theatre.id) location.replace(base);
    });
  };
}

/** Prepares the pages for a frame on the site of a theatre; returns what stores their theatre. */
export function startFrame(base: string): (theatre: Theatre | null) => void {
  withStorage();
  const send = messenger();
  send({ type: 'coulisse:ready' });
  // No cookie, so no session and no account: the cart is that of the token.
  replaceSession({ csrfToken: '', account: null });
  sendBy(frameCall);
  setCartHint(cartToken() !== null);
  reportHeight(send);
  reportPages(send);
  return theatreKeeper(base);
}
