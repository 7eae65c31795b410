export { counter, durations, observeGauges, secondsSince, type Report } from './instruments';
export { inStoredTrace } from './message-span';
export { nameRoute } from './route-name';
export { continueTrace, currentTrace } from './trace';
export { inClientSpan } from './client-span';
