/** @jest-environment jsdom */
import { activeItem, renderPart } from '@coulisse/resource-samples/render-part';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ContextMenu } from './context-menu';
import type { MenuSection } from './menu-section';
import { ActionList } from './on-demand';

// The first import of the library takes longer than a test waits.
beforeAll(async () => {
  ActionList.preload();
  await import('./action-list');
}, 30_000);

const chosen = jest.fn<void, [string]>();
const passed = jest.fn();
const action = (key: string) => ({ key, label: key, onSelect: () => chosen(key) });

const Target = () => {
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const sections: MenuSection[] = [
    ...(isLoaded ? [{ key: 'loaded', actions: [action('Archive')] }] : []),
    { key: 'first', actions: [action('Open'), action('Copy')] },
  ];
  return (
    <div onKeyDown={passed} onClick={passed}>
      <button
        type="button"
        onContextMenu={(event) => {
          event.preventDefault();
          setPoint({ x: 40, y: 50 });
        }}
      >
        Row
      </button>
      {point && (
        <ContextMenu
          at={point}
          label="Row"
          sections={sections}
          data-testid="row-menu"
          onClose={() => setPoint(null)}
        />
      )}
      <button type="button" onMouseEnter={() => setLoaded(true)}>
        Load
      </button>
    </div>
  );
};

const open = async () => {
  const page = renderPart(<Target />);
  const row = screen.getByRole('button', { name: 'Row' });
  row.focus();
  await page.user.pointer({ keys: '[MouseRight]', target: row });
  return { ...page, row, menu: await screen.findByRole('menu', { name: 'Row' }) };
};
const menuClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

beforeEach(() => {
  chosen.mockClear();
  passed.mockClear();
});

test('it opens at the point with the focus, and its keys do not reach what is behind it', async () => {
  const { menu, user } = await open();
  expect(menu.dataset['testid']).toBe('row-menu');
  expect(document.activeElement).toBe(menu);
  await user.keyboard('{ArrowDown}');
  expect(activeItem(menu)).toBe('Copy');
  expect(passed).not.toHaveBeenCalled();
});

test('Escape closes it and returns the focus', async () => {
  const { row, user } = await open();
  await user.keyboard('{Escape}');
  await menuClosed();
  expect(document.activeElement).toBe(row);
});

test('Enter chooses the active item, and the focus returns', async () => {
  const { row, user } = await open();
  await user.keyboard('c{Enter}');
  expect(chosen.mock.calls).toEqual([['Copy']]);
  await menuClosed();
  expect(document.activeElement).toBe(row);
});

test('a press outside closes it', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Load' }));
  await menuClosed();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Load' }));
});

test('items that are loaded later do not change the active one', async () => {
  const { menu, user } = await open();
  await user.keyboard('{ArrowDown}');
  await user.hover(screen.getByRole('button', { name: 'Load' }));
  await screen.findByRole('menuitem', { name: 'Archive' });
  expect(activeItem(menu)).toBe('Copy');
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['Copy']]);
});
