/** @jest-environment jsdom */
import { expectFirstUse, untilUsed } from './until-used';

test('a part comes at once, unless the server has sent it: then with the first move of the visitor', async () => {
  const load = jest.fn(() => Promise.resolve('part'));
  expect(await untilUsed(load)).toBe('part');
  expectFirstUse();
  const part = untilUsed(load);
  await Promise.resolve();
  expect(load).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('pointermove'));
  expect(await part).toBe('part');
  expect(await untilUsed(load)).toBe('part');
  expect(load).toHaveBeenCalledTimes(3);
});
