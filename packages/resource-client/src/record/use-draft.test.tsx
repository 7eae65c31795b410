/** @jest-environment jsdom */
import { act, renderHook, waitFor } from '@testing-library/react';
import { ApiProblem, type FieldDescriptor } from '@coulisse/mfe-kit';
import type { Draft } from '../values/values';
import { useDraft, useDraftDirty, useDraftErrors, useDraftField, useDraftValues } from './use-draft';

const label = { fr: '', en: '' };
const fields: readonly FieldDescriptor[] = [
  { name: 'name', type: 'text', required: true, label },
  { name: 'nameOfShop', type: 'text', required: false, label },
  { name: 'nir', type: 'nir', required: false, secret: true, label },
  { name: 'sheet', type: 'json', required: false, label },
  { name: 'lines', type: 'children', required: false, fields: [], label },
];
const refusal = (...places: string[]) =>
  new ApiProblem(422, {
    code: 'validation.failed',
    errors: places.map((place) => ({ pointer: `/${place}`, code: 'x', detail: `wrong ${place}` })),
  });

const open = (initial: Draft, check?: (values: Draft, changes: Draft) => Promise<ApiProblem | null>) =>
  renderHook(() => {
    const draft = useDraft({ fields, initial, masked: ['nir'], check });
    return {
      draft,
      dirty: useDraftDirty(draft),
      errors: useDraftErrors(draft),
      name: useDraftField(draft, 'name'),
      shop: useDraftField(draft, 'nameOfShop'),
      nir: useDraftField(draft, 'nir'),
      lines: useDraftField(draft, 'lines'),
      all: useDraftValues(draft, (values) => values),
    };
  }).result;

test('a typed value is a change until it is typed back', () => {
  const page = open({ name: 'Tabouret' });
  expect(page.current.dirty).toBe(false);
  act(() => page.current.draft.set('name', 'Table'));
  expect(page.current.name.value).toBe('Table');
  expect(page.current.all['name']).toBe('Table');
  expect(page.current.dirty).toBe(true);
  expect(page.current.draft.changes()).toEqual({ name: 'Table' });
  act(() => page.current.draft.set('name', ' Tabouret '));
  expect(page.current.dirty).toBe(false);
});

test('values are kept as they are, whatever they contain', () => {
  const page = open({});
  const sheet = { target: { value: 'x' }, 'a.b': [1, null], type: 'checkbox' };
  act(() => page.current.draft.set('sheet', sheet));
  expect(page.current.draft.values()['sheet']).toEqual(sheet);
  act(() => page.current.draft.set('lines', [{ type: 'x' }]));
  expect(page.current.lines.value).toEqual([{ type: 'x' }]);
});

test('a reset form is not dirty: with other values, with the same, without any', () => {
  const page = open({ name: 'Tabouret' });
  act(() => page.current.draft.set('name', 'Table'));
  act(() => page.current.draft.reset({ name: 'Banc' }));
  expect(page.current.name.value).toBe('Banc');
  expect(page.current.dirty).toBe(false);
  act(() => page.current.draft.set('name', 'Table'));
  act(() => page.current.draft.reset(page.current.draft.values()));
  expect(page.current.name.value).toBe('Table');
  expect(page.current.dirty).toBe(false);
  act(() => page.current.draft.reset({}));
  expect(page.current.name.value).toBeNull();
  expect(page.current.dirty).toBe(false);
});

test('a restored draft is a change', () => {
  const page = open({ name: 'Tabouret' });
  act(() => page.current.draft.restore({ name: 'Table', nameOfShop: 'Bois' }));
  expect(page.current.draft.changes()).toEqual({ name: 'Table', nameOfShop: 'Bois' });
  expect(page.current.dirty).toBe(true);
});

test('a masked value is unchanged until it is replaced or removed, and can be kept again', () => {
  const page = open({ name: 'Tabouret', nir: null });
  expect(page.current.nir.isUntouchedSecret).toBe(true);
  act(() => page.current.draft.set('nir', ''));
  expect(page.current.nir.isUntouchedSecret).toBe(false);
  expect(page.current.dirty).toBe(false);
  act(() => page.current.draft.set('nir', '2'));
  expect(page.current.draft.changes()).toEqual({ nir: '2' });
  act(() => page.current.draft.untouch('nir'));
  expect(page.current.nir).toMatchObject({ value: null, isUntouchedSecret: true });
  expect(page.current.dirty).toBe(false);
  act(() => page.current.draft.set('nir', null));
  expect(page.current.nir.isUntouchedSecret).toBe(false);
  expect(page.current.draft.changes()).toEqual({ nir: null });
  expect(page.current.dirty).toBe(true);
});

test('the errors of the service belong to their fields, until these are edited', async () => {
  const page = open({ name: 'Tabouret' });
  const failure = refusal('name', 'lines/0/city', 'state');
  act(() => page.current.draft.refuse(failure));
  await waitFor(() => expect(Object.keys(page.current.errors)).toHaveLength(3));
  expect(page.current.draft.failure).toBe(failure);
  expect(page.current.name.errors).toEqual({ name: 'wrong name' });
  expect(page.current.shop.errors).toEqual({});
  expect(page.current.lines.errors).toEqual({ 'lines/0/city': 'wrong lines/0/city' });
  act(() => page.current.draft.set('nameOfShop', 'Bois'));
  expect(Object.keys(page.current.errors)).toHaveLength(3);
  act(() => page.current.draft.set('lines', []));
  expect(page.current.lines.errors).toEqual({});
  act(() => page.current.draft.set('name', 'Table'));
  expect(page.current.errors).toEqual({ state: 'wrong state' });
  // The same refusal again, after another save.
  act(() => page.current.draft.refuse(refusal('name', 'lines/0/city')));
  expect(Object.keys(page.current.errors)).toEqual(['name', 'lines/0/city']);
  act(() => page.current.draft.refuse(new Error('no network')));
  expect(page.current.errors).toEqual({});
  expect(page.current.draft.failure).not.toBeNull();
  act(() => page.current.draft.reset({ name: 'Banc' }));
  expect(page.current.draft.failure).toBeNull();
});

test('what the check refuses is not sent, and keeps its values', async () => {
  const checked: Draft[] = [];
  const page = open({ name: 'Tabouret' }, async (values, changes) => {
    checked.push(changes);
    return values['name'] === '' ? refusal('name') : null;
  });
  const send = jest.fn();
  act(() => page.current.draft.set('name', ''));
  await act(() => page.current.draft.submit(send));
  expect(send).not.toHaveBeenCalled();
  expect(checked).toEqual([{ name: null }]);
  expect(page.current.name).toMatchObject({ value: '', errors: { name: 'wrong name' } });
  expect(page.current.draft.failure).toBeInstanceOf(ApiProblem);
  act(() => page.current.draft.set('name', 'Table'));
  expect(page.current.errors).toEqual({});
  await act(() => page.current.draft.submit(send));
  expect(send).toHaveBeenCalledTimes(1);
  expect(page.current.name.value).toBe('Table');
});

test('two clicks while values are checked send once', async () => {
  const page = open({ name: 'Tabouret' }, () => new Promise((resolve) => setTimeout(resolve, 5, null)));
  const send = jest.fn();
  await act(async () => {
    await Promise.all([page.current.draft.submit(send), page.current.draft.submit(send)]);
  });
  expect(send).toHaveBeenCalledTimes(1);
});
