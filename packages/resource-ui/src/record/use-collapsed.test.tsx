/** @jest-environment jsdom */
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { act, renderHook } from '@testing-library/react';
import { useCollapsed } from './use-collapsed';

const descriptor = { name: 'sample.settings' } as ResourceDescriptor;
const open = { key: 'general' };
const closed = { key: 'legal', closed: true };

beforeEach(() => localStorage.clear());

test('sections are open or closed at first as the module says, and change by hand', () => {
  const { result } = renderHook(() => useCollapsed(descriptor));
  const states = () => [open, closed].map(result.current.isClosed);
  expect(states()).toEqual([false, true]);
  act(() => result.current.toggle('legal'));
  expect(states()).toEqual([false, false]);
  act(() => result.current.toggle('general'));
  expect(states()).toEqual([true, false]);
  act(() => result.current.toggle('legal'));
  expect(states()).toEqual([true, true]);
});

test('the device remembers what was opened and closed', () => {
  const first = renderHook(() => useCollapsed(descriptor));
  act(() => first.result.current.toggle('legal'));
  const second = renderHook(() => useCollapsed(descriptor));
  expect([open, closed].map(second.result.current.isClosed)).toEqual([false, false]);
});
