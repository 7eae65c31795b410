/** @jest-environment jsdom */
import { withStorage } from './storage';

const { pushState, replaceState } = history;
const own = {
  localStorage: Object.getOwnPropertyDescriptor(window, 'localStorage'),
  sessionStorage: Object.getOwnPropertyDescriptor(window, 'sessionStorage'),
};

/** The browser as after a (re)load of a frame to which it refuses its stores. */
function load(): void {
  Object.assign(history, { pushState, replaceState });
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  withStorage();
}
afterEach(() => {
  Object.assign(history, { pushState, replaceState });
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, own[name] ?? { configurable: true });
  history.replaceState(null, '');
});

test('a store that the browser gives is left alone', () => {
  const before = window.sessionStorage;
  withStorage();
  expect(window.sessionStorage).toBe(before);
});

test('what the page stores survives a reload of the frame, on each of its pages', () => {
  load();
  sessionStorage.setItem('coulisse.cart-token', 'abc');
  localStorage.setItem('coulisse.cart', '1');
  history.pushState(null, '', '/next');
  load();
  expect(sessionStorage.getItem('coulisse.cart-token')).toBe('abc');
  expect(localStorage.getItem('coulisse.cart')).toBeNull();
  sessionStorage.removeItem('coulisse.cart-token');
  load();
  expect([sessionStorage.getItem('coulisse.cart-token'), sessionStorage.length]).toEqual([null, 0]);
});

test('a state that another script left there is no store', () => {
  history.replaceState({ theirs: true }, '');
  load();
  expect(sessionStorage.length).toBe(0);
});
