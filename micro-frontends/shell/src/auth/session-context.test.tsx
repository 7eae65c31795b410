/** @jest-environment jsdom */
import { installBrowser } from '@coulisse/resource-samples/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session } from './session';
import { SessionProvider, useSession } from './session-context';

installBrowser();

interface StoredDatabase {
  queue?: unknown[];
  facts?: Record<string, unknown>;
}

/** The part of IndexedDB that the question reads: databases by name, each with its stores. */
function storeOnDevice(databases: Record<string, StoredDatabase>, broken = false): void {
  const answer = <T,>(result: T) => {
    const request = { result, error: new Error('broken'), onsuccess: () => {}, onerror: () => {} };
    setTimeout(() => (broken ? request.onerror() : request.onsuccess()));
    return request;
  };
  const open = (name: string) => {
    const stored = databases[name] ?? {};
    return answer({
      objectStoreNames: { contains: (store: keyof StoredDatabase) => stored[store] !== undefined },
      transaction: () => ({
        objectStore: () => ({
          count: () => answer(stored.queue?.length ?? 0),
          get: (key: string) => answer(stored.facts?.[key]),
        }),
      }),
      close: () => {},
    });
  };
  const names = Object.keys(databases).map((name) => ({ name, version: 1 }));
  Object.defineProperty(window, 'indexedDB', {
    configurable: true,
    value: { databases: () => Promise.resolve(names), open },
  });
}

const LogOut = () => <button onClick={useSession().logout}>log out</button>;
const signOut = async () => {
  const logout = jest.fn();
  const session: Session = { token: () => Promise.resolve('t'), logout, renew: () => {} };
  render(
    <SessionProvider session={session}>
      <LogOut />
    </SessionProvider>,
  );
  await userEvent.click(screen.getByText('log out'));
  return logout;
};
const page = '/prestiscene/reception/p1';

test('admissions that were not sent are not erased before the person says so', async () => {
  storeOnDevice({ 'coulisse-door': { queue: [1, 2], facts: { sender: page } } });
  const logout = await signOut();
  await screen.findByText('logout.unsent.title');
  expect(logout).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('logout.unsent.erase'));
  expect(logout).toHaveBeenCalledTimes(1);
});

test('closing the question leaves everything as it is', async () => {
  storeOnDevice({ 'coulisse-door': { queue: [1], facts: { sender: page } } });
  const logout = await signOut();
  await screen.findByText('logout.unsent.title');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('logout.unsent.title')).toBeNull());
  expect(logout).not.toHaveBeenCalled();
});

test.each([
  ['nothing is stored', {}],
  ['everything was sent', { 'coulisse-door': { queue: [], facts: { sender: page } } }],
  ['the database has no queue', { 'coulisse-drafts': { facts: {} } }],
  ['the queue is not ours', { other: { queue: [1], facts: {} } }],
])('signs out at once when %s', async (_case, databases) => {
  storeOnDevice(databases);
  const logout = await signOut();
  await waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('logout.unsent.title')).toBeNull();
});

test('signs out when the device cannot be read', async () => {
  storeOnDevice({ 'coulisse-door': { queue: [1], facts: {} } }, true);
  const logout = await signOut();
  await waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
});
