/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';

const withHover = (matches: boolean) =>
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
const open = (content: ReactNode) =>
  renderPart(
    <Dialog title="Buyer" onClose={() => undefined}>
      {content}
    </Dialog>,
  );
afterEach(() => jest.restoreAllMocks());

test('a dialog that begins with a field gives it the focus', () => {
  withHover(true);
  open(<input aria-label="Name" />);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('on a touch screen it does not, nor past a choice that comes first', () => {
  withHover(false);
  open(<input aria-label="Name" />);
  expect(document.activeElement).not.toBe(screen.getByLabelText('Name'));
  cleanup();
  withHover(true);
  open(
    <>
      <input type="radio" aria-label="All" />
      <input aria-label="Name" />
    </>,
  );
  expect(document.activeElement).not.toBe(screen.getByLabelText('Name'));
});
