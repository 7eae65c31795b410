/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { fireEvent, screen } from '@testing-library/react';
import { Anchored } from './anchored';

let top = 100;
const cell = () => {
  const element = document.getElementById('cell');
  if (element)
    element.getBoundingClientRect = () =>
      ({ left: 40, right: 140, width: 100, top, bottom: top + 30, height: 30 }) as DOMRect;
  return element;
};
const show = (side: 'over' | 'under') =>
  renderPart(
    <>
      <button type="button" id="cell">
        Cell
      </button>
      <Anchored anchor={cell} side={side} role="group" label="Editor">
        <input aria-label="Value" />
      </Anchored>
    </>,
  );
const box = () => screen.getByRole('group', { name: 'Editor' });

beforeEach(() => (top = 100));

test('it is below its anchor, or covers it, in the top layer', () => {
  const { unmount } = show('under');
  expect([box().style.left, box().style.top]).toEqual(['40px', '130px']);
  expect(box().dataset['shown']).toBe('');
  unmount();
  show('over');
  expect([box().style.left, box().style.top]).toEqual(['40px', '100px']);
});

test('it follows its anchor when something scrolls', () => {
  show('over');
  top = 60;
  fireEvent.scroll(document.body);
  expect(box().style.top).toBe('60px');
});

test('its contents exist in the render that shows it, so that no typed key is lost', () => {
  show('over');
  expect(box().contains(screen.getByLabelText('Value'))).toBe(true);
});

test('neither Escape nor a press outside closes it: who shows it decides', async () => {
  const { user } = show('over');
  await user.click(screen.getByRole('button', { name: 'Cell' }));
  await user.keyboard('{Escape}');
  expect(box()).toBeTruthy();
});
