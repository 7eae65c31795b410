/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { onDemand, Opening } from './on-demand';
import { ToastProvider } from './toast';

const Sheet = () => <p role="note">Here</p>;

const Page = ({ part: Part }: { part: ComponentType }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <ToastProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Opening onClose={() => setOpen(false)}>
          <Part />
        </Opening>
      )}
    </ToastProvider>
  );
};

test('a part is loaded when it is first shown, and once', async () => {
  const load = jest.fn(() => Promise.resolve(Sheet));
  const { user } = renderPart(<Page part={onDemand(load)} />);
  expect(load).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('note');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part that cannot be loaded is told, and loaded again at the next attempt', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isDown = true;
  const part = onDemand(() => (isDown ? Promise.reject(new Error('offline')) : Promise.resolve(Sheet)));
  const { user } = renderPart(<Page part={part} />);
  const open = () => user.click(screen.getByRole('button', { name: 'Open' }));
  await open();
  await screen.findByText(/could not be loaded/);
  expect(screen.queryByRole('note')).toBeNull();
  isDown = false;
  await waitFor(
    async () => {
      await open();
      screen.getByRole('note');
    },
    { timeout: 5_000, interval: 600 },
  );
  quiet.mockRestore();
});
