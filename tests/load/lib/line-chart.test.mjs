import assert from 'node:assert/strict';
import test from 'node:test';
import { drawLines } from './line-chart.mjs';

const chart = (points) => ({
  title: 'Cost & <more>',
  xLabel: 'rows',
  yLabel: 'ms',
  lines: [{ label: 'crm', points }],
});
const circles = (svg) =>
  [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, cx, cy]) => ({
    cx: Number(cx),
    cy: Number(cy),
  }));

test('equal factors are equal distances, and twice the cost is twice the height', () => {
  const svg = drawLines(
    chart([
      { x: 10, y: 2 },
      { x: 100, y: 4 },
      { x: 1_000, y: 8 },
    ]),
  );
  const [first, second, third] = circles(svg);
  assert.ok(Math.abs(second.cx - first.cx - (third.cx - second.cx)) < 0.2);
  assert.ok(Math.abs(second.cy - third.cy - 2 * (first.cy - second.cy)) < 0.2);
});

test('texts are escaped', () =>
  assert.match(drawLines(chart([{ x: 1, y: 1 }])), /<title>Cost &amp; &lt;more&gt;<\/title>/));

test('a figure that was not measured is refused', () => {
  for (const point of [
    { x: 0, y: 1 },
    { x: 1, y: NaN },
    { x: 1, y: undefined },
  ])
    assert.throws(() => drawLines(chart([point])), /positive numbers/);
  assert.throws(() => drawLines(chart([])), /positive numbers/);
});
