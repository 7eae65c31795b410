import { lazy } from 'react';
import { untilLoaded } from '../app/until-loaded';
import { withLaterTexts } from '../texts/language';

const timer = () => untilLoaded(() => withLaterTexts(import('./hold-timer')));

// Shown once the server has answered: who only looks at the plan does not load them.
export const HoldClock = lazy(async () => ({ default: (await timer()).HoldClock }));
export const HoldNotice = lazy(async () => ({ default: (await timer()).HoldNotice }));
export const ExtendButton = lazy(async () => ({ default: (await timer()).ExtendButton }));
