/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { act, screen, waitFor } from '@testing-library/react';
import { PrimeReactProvider } from 'primereact/api';
import { ContextMenu } from 'primereact/contextmenu';
import { Dialog } from 'primereact/dialog';
import { OverlayPanel } from 'primereact/overlaypanel';
import { Tooltip } from 'primereact/tooltip';
import { createRef, type SyntheticEvent } from 'react';
import { Button } from '../parts/button';

/*
 * What PrimeReact 10.9 lacks, which is why some parts are ours (ADR 0030). When one of these tests fails after an
 * upgrade, the part that it names can be reconsidered.
 */

test('a tooltip of PrimeReact is hidden from screen readers, and its button has no description', async () => {
  const { user } = renderPart(
    <PrimeReactProvider value={{ unstyled: true }}>
      <button type="button" id="pay" aria-describedby="why">
        Pay
      </button>
      <Tooltip target="#pay" id="why" content="It is paid." event="both" />
    </PrimeReactProvider>,
  );
  // Before it is shown, it does not exist.
  expect(document.getElementById('why')).toBeNull();
  await user.hover(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(document.getElementById('why')?.textContent).toBe('It is paid.'));
  expect(document.getElementById('why')?.getAttribute('aria-hidden')).toBe('true');
});

test('ours describes its button before and while it is shown', async () => {
  const { user } = renderPart(<Button disabledBecause="It is paid.">Pay</Button>);
  const button = screen.getByRole('button', { name: 'Pay' });
  const described = () => document.getElementById(button.getAttribute('aria-describedby') ?? '');
  for (const step of [() => Promise.resolve(), () => user.hover(button), () => user.tab()]) {
    await step();
    expect(described()?.textContent).toBe('It is paid.');
    expect(described()?.getAttribute('role')).toBe('tooltip');
    expect(described()?.hasAttribute('aria-hidden')).toBe(false);
  }
});

test('the context menu of PrimeReact is a menu bar, skips disabled items and does not return the focus', async () => {
  const menu = createRef<ContextMenu>();
  const { user } = renderPart(
    <PrimeReactProvider value={{ unstyled: true }}>
      <button type="button">Row</button>
      <ContextMenu ref={menu} model={[{ label: 'Lock', disabled: true }, { label: 'Open' }]} />
    </PrimeReactProvider>,
  );
  const row = screen.getByRole('button', { name: 'Row' });
  row.focus();
  const event = { pageX: 1, pageY: 1, stopPropagation: () => undefined, preventDefault: () => undefined };
  await act(async () => menu.current?.show(event as unknown as SyntheticEvent));
  const list = await screen.findByRole('menubar');
  act(() => list.focus());
  await user.keyboard('{ArrowDown}');
  const active = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toBe('Open');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menubar')).toBeNull());
  expect(document.activeElement).not.toBe(row);
});

test('an overlay panel of PrimeReact is not part of the dialog of its opener and does not return the focus', async () => {
  const panel = createRef<OverlayPanel>();
  const { user } = renderPart(
    <PrimeReactProvider value={{ unstyled: true }}>
      <dialog open>
        <button type="button" onClick={(event) => panel.current?.toggle(event)}>
          Filter
        </button>
        <OverlayPanel ref={panel}>
          <input aria-label="Value" />
        </OverlayPanel>
      </dialog>
    </PrimeReactProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const input = await screen.findByLabelText('Value');
  expect(screen.getByRole('dialog').contains(input)).toBe(false);
  await user.click(input);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Value')).toBeNull());
  expect(document.activeElement).toBe(document.body);
});

test('an overlay panel of PrimeReact cannot cover its opener, and its contents come in a later render', async () => {
  const panel = createRef<OverlayPanel>();
  renderPart(
    <PrimeReactProvider value={{ unstyled: true }}>
      <button type="button">Cell</button>
      <OverlayPanel ref={panel} id="editor">
        <input aria-label="Value" />
      </OverlayPanel>
    </PrimeReactProvider>,
  );
  const cell = screen.getByRole('button', { name: 'Cell' });
  cell.getBoundingClientRect = () => ({ left: 40, top: 100, bottom: 130, height: 30 }) as DOMRect;
  Object.defineProperty(cell, 'offsetHeight', { value: 30 });
  expect(screen.queryByLabelText('Value')).toBeNull();
  act(() => panel.current?.show(null, cell));
  await screen.findByLabelText('Value');
  expect(document.getElementById('editor')?.style.top).toBe('130px');
});

test('a dialog of PrimeReact is no modal dialog of the browser: the page behind it is not inert', async () => {
  renderPart(
    <PrimeReactProvider value={{ unstyled: true }}>
      <main>Page</main>
      <Dialog visible modal header="Record" onHide={() => undefined}>
        Contents
      </Dialog>
    </PrimeReactProvider>,
  );
  const dialog = await screen.findByRole('dialog');
  expect(dialog.tagName).toBe('DIV');
  const page = screen.getByText('Page');
  expect([page.closest('[inert]'), page.closest('[aria-hidden]')]).toEqual([null, null]);
});
