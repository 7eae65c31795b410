import { typedTime } from './typed-time';

it('parses typed times, and leaves invalid ones unchanged for the server', () => {
  expect(['20h30', '2030', '8:5', '20', ' 19:30 ', 'midi', ''].map(typedTime)).toEqual([
    '20:30',
    '20:30',
    '08:05',
    '20:00',
    '19:30',
    'midi',
    '',
  ]);
});
