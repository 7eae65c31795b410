/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleDescriptor } from '@coulisse/resource-samples';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { BulkEdit } from './bulk-edit';

const open = async (language: 'fr' | 'en' = 'en') => {
  const onApply = jest.fn();
  renderSample({
    language,
    children: <BulkEdit descriptor={sampleDescriptor} count="3" onApply={onApply} onClose={jest.fn()} />,
  });
  await screen.findByTestId('bulk-field');
  return onApply;
};
const choose = (name: string) =>
  fireEvent.change(screen.getByTestId('bulk-field'), { target: { value: name } });
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const apply = () => screen.getByTestId('bulk-apply');

test('nothing can be applied without a value; a value is sent in the format of the API', async () => {
  const onApply = await open();
  expect(apply()).toHaveProperty('disabled', true);
  choose('price');
  expect(apply()).toHaveProperty('disabled', true);
  type(/^New value/, '1,200.5');
  fireEvent.click(apply());
  await waitFor(() => expect(onApply).toHaveBeenCalledWith({ price: '1200.5' }));
});

test('a wrong value is refused in the words of the service, and stays', async () => {
  const onApply = await open('fr');
  choose('quantity');
  type(/^Nouvelle valeur/, '-4');
  fireEvent.click(apply());
  await screen.findByText('Cette valeur doit être supérieure ou égale à 0.');
  expect(onApply).not.toHaveBeenCalled();
  type(/^Nouvelle valeur/, '4');
  expect(screen.queryByText('Cette valeur doit être supérieure ou égale à 0.')).toBeNull();
  fireEvent.click(apply());
  await waitFor(() => expect(onApply).toHaveBeenCalledWith({ quantity: 4 }));
});

test('another field starts empty, and a value that is not required can be removed', async () => {
  const onApply = await open();
  choose('price');
  type(/^New value/, '12');
  choose('quantity');
  expect(screen.getByLabelText(/^New value/)).toHaveProperty('value', '');
  choose('name');
  expect(screen.queryByRole('checkbox')).toBeNull();
  choose('quantity');
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(apply());
  await waitFor(() => expect(onApply).toHaveBeenCalledWith({ quantity: null }));
});
