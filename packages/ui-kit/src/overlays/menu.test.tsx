/** @jest-environment jsdom */
import { activeItem, renderPart } from '@coulisse/resource-samples/render-part';
import { screen, waitFor, within } from '@testing-library/react';
import { Button } from '../parts/button';
import { Menu } from './menu';
import type { MenuSection } from './menu-section';

const chosen = jest.fn<void, [string]>();
const SECTIONS: MenuSection[] = [
  {
    key: 'safe',
    actions: [
      { key: 'edit', label: 'Edit', shortcut: 'E', onSelect: () => chosen('edit') },
      { key: 'lock', label: 'Lock', hint: 'It is paid.', disabled: true, onSelect: () => chosen('lock') },
      { key: 'shows', label: 'Shows', to: '/shows' },
    ],
  },
  {
    key: 'states',
    title: 'State',
    actions: [
      { key: 'draft', label: 'Draft', checked: false, onSelect: () => chosen('draft') },
      { key: 'paid', label: 'Paid', checked: true, onSelect: () => chosen('paid') },
    ],
  },
];

const show = () =>
  renderPart(
    <>
      <Menu
        label="Actions"
        sections={SECTIONS}
        trigger={(trigger) => <Button {...trigger}>Actions</Button>}
      />
      <Button>Elsewhere</Button>
    </>,
  );
const opener = () => screen.getByRole('button', { name: 'Actions' });
const open = async (user: ReturnType<typeof show>['user']) => {
  await user.click(opener());
  return screen.findByRole('menu', { name: 'Actions' });
};
const menuClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

beforeEach(() => chosen.mockClear());

test('it is a named menu of named items, and its button says whether it is open', async () => {
  const { user } = show();
  expect(opener().getAttribute('aria-expanded')).toBe('false');
  const menu = await open(user);
  expect(opener().getAttribute('aria-expanded')).toBe('true');
  expect(opener().getAttribute('aria-controls')).toBe(menu.id);
  within(menu).getByRole('menuitem', { name: 'Edit E' });
  const locked = within(menu).getByRole('menuitem', { name: 'Lock It is paid.' });
  expect(locked.getAttribute('aria-disabled')).toBe('true');
  const states = within(menu).getAllByRole('menuitemradio');
  expect(states.map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'true']);
  within(menu).getByText('State');
});

test('it takes the focus; arrows, Home, End and a first letter move in it; Enter chooses', async () => {
  const { user } = show();
  const menu = await open(user);
  expect(document.activeElement).toBe(menu);
  expect(activeItem(menu)).toContain('Edit');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(activeItem(menu)).toBe('Shows');
  await user.keyboard('{ArrowUp}');
  expect(activeItem(menu)).toContain('Lock');
  await user.keyboard('{End}');
  expect(activeItem(menu)).toBe('Paid');
  await user.keyboard('{Home}');
  expect(activeItem(menu)).toContain('Edit');
  await user.keyboard('d');
  expect(activeItem(menu)).toBe('Draft');
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['draft']]);
  await menuClosed();
  expect(document.activeElement).toBe(opener());
});

test('a disabled item can be reached for its reason, and is chosen neither by key nor by press', async () => {
  const { user } = show();
  const menu = await open(user);
  await user.keyboard('l');
  expect(activeItem(menu)).toContain('It is paid.');
  await user.keyboard('{Enter}');
  await user.click(within(menu).getByText('Lock'));
  expect(chosen).not.toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBe(menu);
});

test.each(['{Escape}', '{Tab}'])('%s closes it and returns the focus to its button', async (key) => {
  const { user } = show();
  await open(user);
  await user.keyboard(key);
  await menuClosed();
  expect(document.activeElement).toBe(opener());
  expect(opener().getAttribute('aria-expanded')).toBe('false');
});

test('a press outside closes it and has its effect; the button closes it too', async () => {
  const { user } = show();
  await open(user);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await menuClosed();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
  await open(user);
  await user.click(opener());
  await menuClosed();
  await open(user);
});

test('a pressed item is chosen once, and the focus returns', async () => {
  const { user } = show();
  await open(user);
  await user.click(screen.getByText('Edit'));
  expect(chosen.mock.calls).toEqual([['edit']]);
  await menuClosed();
  expect(document.activeElement).toBe(opener());
});

test('a link leads to its page, by press and by Enter, without loading the application again', async () => {
  const { user } = show();
  await open(user);
  await user.keyboard('s{Enter}');
  await menuClosed();
  expect(screen.getByRole('status').textContent).toBe('/shows');
});
