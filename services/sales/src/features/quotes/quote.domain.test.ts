import { copiedLines } from '../copied-lines.domain';
import { depositLines, versionCode } from './quote.domain';

test('a version has the number of its quote', () => {
  expect(versionCode('DE-2026-00001', 2)).toBe('DE-2026-00001-V2');
  expect(versionCode('DE-2026-00001-V2', 3)).toBe('DE-2026-00001-V3');
});

test('the bill of a deposit has a line for each rate, with its amount including tax', () => {
  const parts = [
    { rateBasisPoints: 2000, exemption: null, baseMinor: 3000, taxMinor: 600 },
    { rateBasisPoints: 550, exemption: null, baseMinor: 1500, taxMinor: 83 },
  ];
  expect(depositLines('DE-2026-00001', parts).map(({ unitPrice, vatRate }) => [unitPrice, vatRate])).toEqual([
    ['36.00', '20'],
    ['15.83', '5.5'],
  ]);
});

test('copied lines name their group by its place; empty groups are left out', () => {
  const { items, groups } = copiedLines(
    [
      { id: '1', group: 'g2', label: 'a' },
      { id: '2', group: null, label: 'b' },
    ],
    [
      { id: 'g1', label: 'Vide' },
      { id: 'g2', label: 'Spectacle' },
    ],
  );
  expect(groups).toEqual([{ label: 'Spectacle' }]);
  expect(items).toEqual([
    { group: '/groups/0', label: 'a' },
    { group: null, label: 'b' },
  ]);
});
