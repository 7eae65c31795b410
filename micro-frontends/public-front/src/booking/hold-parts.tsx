import { lazy } from 'react';

const AGAIN_MS = 2_000;

/** The line may be dead at this moment: the plan is of use without them. */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    return untilLoaded(load);
  }
}
const timer = () => untilLoaded(() => import('./hold-timer'));

// Shown once the server has answered: who only looks at the plan does not load them.
export const HoldClock = lazy(async () => ({ default: (await timer()).HoldClock }));
export const HoldNotice = lazy(async () => ({ default: (await timer()).HoldNotice }));
export const ExtendButton = lazy(async () => ({ default: (await timer()).ExtendButton }));
