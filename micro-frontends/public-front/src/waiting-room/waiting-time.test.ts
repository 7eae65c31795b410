import { waitingTime } from './waiting-time';

test.each([
  [1, { key: 'soon' }],
  [59, { key: 'soon' }],
  [60, { key: 'minutes', count: 1 }],
  [61, { key: 'minutes', count: 2 }],
  [600, { key: 'minutes', count: 10 }],
  [601, { key: 'minutes', count: 15 }],
  [3600, { key: 'minutes', count: 60 }],
  [3601, { key: 'long' }],
])('%i seconds', (seconds, expected) => expect(waitingTime(seconds)).toEqual(expected));
