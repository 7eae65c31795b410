/** @jest-environment jsdom */
import { drawPlan, type DrawnSeat, type DrawOptions } from './draw';
import { shapeMarkup } from './markup';

const seat = (id: string, x: number, changes: Partial<DrawnSeat> = {}): DrawnSeat => ({
  ...{ id, x, y: 0, label: id, row: 'A', number: '1', categoryId: 'gold', isPmr: false, state: 'FREE' },
  ...changes,
});
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function draw(options: Partial<DrawOptions> = {}) {
  const host = document.createElement('div');
  document.body.append(host);
  const seats = [seat('a', 0), seat('b', 26, { categoryId: 'silver', isPmr: true }), seat('c', 52)];
  const categories = [{ id: 'gold', color: '#f0b652' }];
  const drawing = drawPlan(
    host,
    { seats, categories },
    { label: 'Plan', stageLabel: 'Scène', describe: ({ id, state }) => `${id} ${state}`, ...options },
  );
  const seatOf = (id: string) => host.querySelector(`[data-id="${id}"]`)!;
  return { host, drawing, seatOf };
}

test('draws each seat once, by category, with its name', () => {
  const { host, seatOf } = draw();
  const root = host.querySelector('svg')!;
  expect([root.getAttribute('role'), root.getAttribute('aria-label')]).toEqual(['group', 'Plan']);
  expect(root.getAttribute('viewBox')).toMatch(/^-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+$/);
  expect(host.querySelectorAll('[data-id]')).toHaveLength(3);
  expect([seatOf('a'), seatOf('b')].map(({ tagName }) => tagName)).toEqual(['rect', 'circle']);
  expect(seatOf('a').namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(seatOf('a').getAttribute('aria-label')).toBe('a FREE');
  expect((seatOf('a').parentElement as HTMLElement).style.getPropertyValue('--own')).toBe('#f0b652');
  expect(seatOf('c').parentElement).toBe(seatOf('a').parentElement);
});

test('texts stay texts, whatever they contain', () => {
  const odd = '</text><script>alert(1)</script>"&';
  const { host, drawing, seatOf } = draw({ stageLabel: odd, label: odd, describe: () => odd });
  drawing.rename(() => odd, { label: odd, stageLabel: odd });
  expect(host.querySelector('script')).toBeNull();
  expect(host.querySelector('.seat-plan-stage text')?.textContent).toBe(odd);
  expect(seatOf('a').getAttribute('aria-label')).toBe(odd);
});

test('new states are painted together in the next frame, and selected seats are ticked', async () => {
  const { host, drawing, seatOf } = draw();
  drawing.update(
    new Map([
      ['a', 'SOLD'],
      ['c', 'MINE'],
      ['x', 'SOLD'],
    ]),
  );
  expect(seatOf('a').getAttribute('data-state')).toBe('FREE');
  await nextFrame();
  expect(['a', 'c'].map((id) => seatOf(id).getAttribute('data-state'))).toEqual(['SOLD', 'MINE']);
  expect(seatOf('a').getAttribute('aria-disabled')).toBe('true');
  expect(host.querySelectorAll('.seat-plan-marks path')).toHaveLength(1);
});

test('what a press selects is shown above the plan in the next frame, before anything else answers', async () => {
  const { host, drawing } = draw({ onToggle: ({ id }) => new Map([[id, 'MINE']]) });
  const shown = () => host.querySelectorAll('.seat-plan-over .seat-plan-mine > *').length;
  const press = (key: string) =>
    host.querySelector('svg')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('Enter');
  await nextFrame();
  expect(host.querySelector('[data-id=a]')?.getAttribute('aria-pressed')).toBe('true');
  expect(shown()).toBe(1);
  expect(host.querySelector('.seat-plan-over')?.getAttribute('aria-hidden')).toBe('true');
  drawing.update(new Map([['a', 'SOLD']]));
  await nextFrame();
  expect(shown()).toBe(0);
});

test('both sheets show the same part of the plan', async () => {
  const { host, drawing } = draw();
  const parts = () => [...host.querySelectorAll('svg')].map((sheet) => sheet.getAttribute('viewBox'));
  const [viewBox] = parts();
  expect(parts()).toEqual([viewBox, viewBox]);
  drawing.zoom(2);
  await nextFrame();
  expect(parts()[0]).not.toBe(viewBox);
  expect(parts()[1]).toBe(parts()[0]);
});

test('a turned seat is drawn at its place without a transform of its own', () => {
  const markup = shapeMarkup({ x: 100, y: 50, rotation: 90, isPmr: false });
  expect(markup).not.toContain('transform');
  const points = [...markup.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[LAZ])/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  // Four sides and four corners, half a side from the middle.
  expect(points).toHaveLength(8 + 1);
  for (const [x = 0, y = 0] of points) expect(Math.max(Math.abs(x - 100), Math.abs(y - 50))).toBeCloseTo(7.5);
});

test('a seat is found by arrow keys and selected by Enter; a removed plan leaves nothing', () => {
  const onToggle = jest.fn<void, [DrawnSeat]>();
  const { host, drawing } = draw({ onToggle });
  const press = (key: string) =>
    host.querySelector('svg')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('ArrowRight');
  press('Enter');
  expect(onToggle.mock.calls.map(([{ id }]) => id)).toEqual(['b']);
  drawing.destroy();
  expect(host.children).toHaveLength(0);
});
