/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Button } from '../parts/button';
import { Popover } from './popover';

const show = () =>
  renderPart(
    <>
      <Popover label="Columns" trigger={(trigger) => <Button {...trigger}>Columns</Button>}>
        {(close) => (
          <>
            <input aria-label="Find" />
            <button type="button" className="c-menu-item">
              Name
            </button>
            <button type="button" className="c-menu-item" onClick={close}>
              Price
            </button>
          </>
        )}
      </Popover>
      <span onClick={(event) => event.stopPropagation()}>
        <Button>Elsewhere</Button>
      </span>
    </>,
  );
const opener = () => screen.getByRole('button', { name: 'Columns' });
const open = async (user: ReturnType<typeof show>['user']) => {
  await user.click(opener());
  return screen.findByRole('group', { name: 'Columns' });
};
const sheetClosed = () => waitFor(() => expect(screen.queryByRole('group')).toBeNull());

test('it is a named group after its button in the order of Tab, and the button says whether it is open', async () => {
  const { user } = show();
  const sheet = await open(user);
  expect(opener().getAttribute('aria-expanded')).toBe('true');
  expect(opener().getAttribute('aria-controls')).toBe(sheet.id);
  await user.tab();
  if (document.activeElement === sheet) await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Find'));
});

test('Escape closes it and returns the focus, also from an input', async () => {
  const { user } = show();
  await open(user);
  await user.click(screen.getByLabelText('Find'));
  await user.keyboard('x{Escape}');
  await sheetClosed();
  expect(document.activeElement).toBe(opener());
});

test('arrows move between its items, and stay in an input', async () => {
  const { user } = show();
  await open(user);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Price' }));
  await user.click(screen.getByLabelText('Find'));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByLabelText('Find'));
});

test('its contents close it, and the focus returns', async () => {
  const { user } = show();
  await open(user);
  await user.click(screen.getByRole('button', { name: 'Price' }));
  await sheetClosed();
  expect(document.activeElement).toBe(opener());
});

test('a press inside leaves it open; one outside closes it, even where the click is stopped', async () => {
  const { user } = show();
  const sheet = await open(user);
  await user.click(sheet);
  expect(screen.getByRole('group')).toBe(sheet);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await sheetClosed();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});

test('it closes when Tab leaves it', async () => {
  const { user } = show();
  await open(user);
  screen.getByRole('button', { name: 'Price' }).focus();
  await user.tab();
  await sheetClosed();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});

test('scrolling and resizing behind it leave it open', async () => {
  const { user } = show();
  const sheet = await open(user);
  // PrimeReact listens once the transition is over.
  await new Promise((done) => setTimeout(done, 20));
  fireEvent.scroll(document.body);
  fireEvent(window, new Event('resize'));
  expect(screen.getByRole('group')).toBe(sheet);
});
