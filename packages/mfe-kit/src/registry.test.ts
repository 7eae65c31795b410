import { createRegistry } from './registry';

it('returns the registered entries, the latest first, and notifies listeners of changes', () => {
  const entries = createRegistry<string>();
  const heard = jest.fn();
  const stop = entries.subscribe(heard);
  entries.put('list', 'export');
  entries.put('panel', 'validate');
  expect(entries.read()).toEqual(['validate', 'export']);
  entries.put('list', 'import');
  expect(entries.read()).toEqual(['validate', 'import']);
  entries.drop('panel');
  entries.drop('panel');
  expect(entries.read()).toEqual(['import']);
  expect(heard).toHaveBeenCalledTimes(4);
  stop();
  entries.drop('list');
  expect(heard).toHaveBeenCalledTimes(4);
});

it('returns the same array as long as nothing changes', () => {
  const entries = createRegistry<string>();
  entries.put('a', 'x');
  expect(entries.read()).toBe(entries.read());
});
