import { fittedLine, textWidth } from './drawn-text';

describe('a text in a line', () => {
  it('is whole where it fits, and ends with an ellipsis where it does not', () => {
    expect(fittedLine('Durand', 100, 8)).toBe('Durand');
    expect(fittedLine('Montmorency', 40, 8)).toMatch(/^Mon.*…$/);
    expect(fittedLine('Montmorency', 5, 8)).toBe('');
  });

  it.each(['Marie-Antoinette Joséphine', 'WWWWWWWWWWWWW', '山田太郎山田太郎', 'iiiiiiiiiiiiiiiiiiiiii'])(
    'is never wider than the line: %j',
    (text) => {
      for (const width of [20, 40, 60, 90])
        expect(textWidth(fittedLine(text, width, 10), 10)).toBeLessThanOrEqual(width);
    },
  );
});
