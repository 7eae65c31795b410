import { textWidth } from '../drawn-text';
import { tableLines, textRotation, type TableLine, type TableParty } from './table-lines.domain';

const round = (width: number) => ({ form: 'ROUND' as const, width, depth: width, rotation: 0 });
const rectangle = (width: number, depth: number, rotation = 0) => ({
  ...{ form: 'RECTANGLE' as const, width, depth, rotation },
});
const NAMES = [
  'Durand',
  'Montmorency-Laval',
  'Ng',
  'École Jules-Ferry',
  'Autocars Quéré',
  'Étienne',
  'WWWWWW',
  'Zorn',
];
const parties = (count: number, from = 1): TableParty[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ number: from + index, name: NAMES[index % NAMES.length]!, count: 2 },
  }));
const edgesOf = ({ y, size }: TableLine) => ({ top: y - size / 2, bottom: y + size / 2 });

describe('the lines in a table', () => {
  const tops = [round(40), round(52), round(80), rectangle(60, 26), rectangle(80, 34), rectangle(26, 60, 90)];
  const cases = tops.flatMap((top) => [0, 1, 2, 3, 4, 8].map((count) => ({ top, count })));

  it.each(cases)(
    'stay within it, and none covers another: $top.form $top.width × $top.depth, $count parties',
    ({ top, count }) => {
      const lines = tableLines(top, 'T12', parties(count, 97));
      expect(lines[0]).toMatchObject({ text: 'T12', isLabel: true });
      const isTurned = top.rotation === 90;
      const [width, height] = isTurned ? [top.depth, top.width] : [top.width, top.depth];
      let last = -height / 2;
      for (const line of lines) {
        const { top: upper, bottom } = edgesOf(line);
        expect(upper).toBeGreaterThanOrEqual(last);
        expect(bottom).toBeLessThanOrEqual(height / 2);
        last = bottom;
        const half = textWidth(line.text, line.size) / 2;
        if (top.form !== 'ROUND') expect(half).toBeLessThanOrEqual(width / 2);
        else for (const y of [upper, bottom]) expect(Math.hypot(half, y)).toBeLessThanOrEqual(width / 2);
      }
    },
  );

  it('name each party with its number and how many they are', () => {
    const texts = tableLines(round(80), 'T3', parties(2)).map(({ text }) => text);
    expect(texts).toEqual(['T3', '1. Durand (2)', expect.stringMatching(/^2\. Mont.*… \(2\)$/)]);
  });

  it('are the numbers alone in a table that has no room for lines', () => {
    const texts = tableLines(round(40), 'T3', parties(8)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toMatch(/^1, 2, 3/);
  });

  it('stand upright at a table that was turned', () => {
    expect(textRotation(rectangle(60, 26, 90))).toBe(0);
    expect(textRotation(rectangle(60, 26, 180))).toBe(0);
    expect(textRotation(rectangle(60, 26, 30))).toBe(30);
    expect(textRotation(round(40))).toBe(0);
  });
});
