/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Picker } from '../complex/picker';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { ContextMenu } from './context-menu';
import { Menu } from './menu';
import { Popover } from './popover';

const closed = jest.fn();
const SECTIONS = [{ key: 'all', actions: [{ key: 'edit', label: 'Edit', onSelect: () => undefined }] }];

const Page = () => {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  return (
    <Dialog title="Record" onClose={closed}>
      <Menu
        label="Actions"
        sections={SECTIONS}
        trigger={(trigger) => <Button {...trigger}>Actions</Button>}
      />
      <Popover label="Filter" trigger={(trigger) => <Button {...trigger}>Filter</Button>}>
        {() => (
          <>
            <label htmlFor="venue">Venue</label>
            <Picker
              value={null}
              onChange={() => undefined}
              search={async () => [{ id: '1', label: 'Théâtre rouge' }]}
              control={{ id: 'venue' }}
            />
          </>
        )}
      </Popover>
      <Button onClick={() => setAt({ x: 1, y: 1 })}>Point</Button>
      {at && <ContextMenu at={at} label="Point" sections={SECTIONS} onClose={() => setAt(null)} />}
    </Dialog>
  );
};

const open = async (name: string, role: 'menu' | 'group') => {
  const page = renderPart(<Page />);
  await page.user.click(screen.getByRole('button', { name }));
  return { ...page, overlay: await screen.findByRole(role, { name }) };
};

beforeEach(() => closed.mockClear());

test.each([
  ['Actions', 'menu'],
  ['Filter', 'group'],
  ['Point', 'menu'],
] as const)(
  '%s in a modal dialog is inside it and in the top layer; Escape closes the overlay, then the dialog',
  async (name, role) => {
    const { overlay, user } = await open(name, role);
    // Outside of the dialog, it would be inert; below the top layer, the dialog would cover it.
    expect(screen.getByRole('dialog').contains(overlay)).toBe(true);
    expect(overlay.closest('[popover]')?.hasAttribute('data-shown')).toBe(true);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
    expect(closed).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name }));
    await user.keyboard('{Escape}');
    expect(closed).toHaveBeenCalledTimes(1);
  },
);

test('a list of suggestions in a sheet is part of it: choosing does not close the sheet', async () => {
  const { overlay, user } = await open('Filter', 'group');
  await user.click(within(overlay).getByRole('button', { name: 'Open the list' }));
  await user.click(await within(overlay).findByRole('option', { name: 'Théâtre rouge' }));
  expect(screen.getByRole('group')).toBe(overlay);
});
