/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleDescriptor } from '@coulisse/resource-samples';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiProblem } from '@coulisse/mfe-kit';
import type { ListControl, SavedView } from '@coulisse/resource-client';
import { ViewDialog } from './view-dialog';

const view = { id: 'v1', name: 'Lustres', icon: null, shared: true, isDefault: false } as SavedView;

const open = async (options: { change?: jest.Mock; mayUpdate?: boolean } = {}) => {
  const change = options.change ?? jest.fn(async () => view);
  const setDefault = jest.fn(async () => undefined);
  const onClose = jest.fn();
  const list = {
    views: { views: [view], change: { mutateAsync: change }, setDefault: { mutateAsync: setDefault } },
  } as unknown as ListControl;
  const { may } = sampleDescriptor;
  const descriptor = { ...sampleDescriptor, may: { ...may, update: options.mayUpdate ?? true } };
  renderSample({
    children: <ViewDialog descriptor={descriptor} list={list} view={view} onClose={onClose} />,
  });
  await screen.findByTestId('view-name');
  return { change, setDefault, onClose };
};
const save = () => fireEvent.click(screen.getByTestId('view-save'));

test('name, icon, sharing and default of a view are saved', async () => {
  const { change, setDefault, onClose } = await open();
  expect(document.activeElement).toBe(screen.getByTestId('view-name'));
  fireEvent.change(screen.getByTestId('view-name'), { target: { value: ' Lampes ' } });
  const [, star] = screen.getAllByRole('radio');
  fireEvent.click(star as HTMLElement);
  const [shared, usual] = screen.getAllByRole('checkbox');
  fireEvent.click(shared as HTMLElement);
  fireEvent.click(usual as HTMLElement);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(change).toHaveBeenCalledWith({ id: 'v1', name: 'Lampes', icon: expect.any(String), shared: false });
  expect(setDefault).toHaveBeenCalledWith('v1');
});

test('without the right to update, a shared view stays shared', async () => {
  const { change } = await open({ mayUpdate: false });
  expect(screen.getAllByRole('checkbox')[0]).toMatchObject({ checked: true, disabled: true });
  save();
  await waitFor(() => expect(change).toHaveBeenCalledWith(expect.objectContaining({ shared: true })));
});

test('a view needs a name; a failure is shown and the values stay', async () => {
  const failing = jest.fn(async () => Promise.reject(new ApiProblem(409, { detail: 'Name taken.' })));
  const { onClose } = await open({ change: failing });
  fireEvent.change(screen.getByTestId('view-name'), { target: { value: '  ' } });
  expect(screen.getByTestId('view-save')).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByTestId('view-name'), { target: { value: 'Lampes' } });
  save();
  await screen.findByText('Name taken.');
  expect(screen.getByTestId('view-name')).toHaveProperty('value', 'Lampes');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByTestId('view-save')).toHaveProperty('disabled', false));
});
