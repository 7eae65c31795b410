import { untilLoaded } from './until-loaded';

/** True while the page that the server rendered is what the visitor sees. */
let isServerPage = false;
let firstUse: Promise<void> | undefined;

const EVENTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'keydown',
  'focusin',
  'wheel',
  'popstate',
  'focus',
];

/** Called before the scripts take over a page that the server rendered. */
export function expectFirstUse(): void {
  isServerPage = true;
  firstUse = new Promise((resolve) => {
    const used = () => {
      isServerPage = false;
      for (const event of EVENTS) window.removeEventListener(event, used, true);
      resolve();
    };
    for (const event of EVENTS) window.addEventListener(event, used, { capture: true, passive: true });
  });
}

/**
 * Loads a part of a page whose HTML the server has sent. It stands there and its links work: its script comes when the
 * visitor first does something. In a page that the browser renders it comes at once.
 */
export const untilUsed = async <T>(load: () => Promise<T>): Promise<T> => {
  if (isServerPage) await firstUse;
  return untilLoaded(load);
};
