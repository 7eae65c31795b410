import { fileNameOf } from './file-name';

it.each([
  ['attachment; filename="Tiers 2026-11-21.csv"', 'Tiers 2026-11-21.csv'],
  ['attachment; filename="Soci?t?s.xlsx"; filename*=UTF-8\'\'Soci%C3%A9t%C3%A9s.xlsx', 'Sociétés.xlsx'],
  ["attachment; filename*=UTF-8'fr'a%20b.csv", 'a b.csv'],
  ['attachment; filename="say \\"hi\\".csv"', 'say "hi".csv'],
  ['attachment; filename=bare.csv; size=3', 'bare.csv'],
  ['attachment; filename="kept.csv"; filename*=UTF-8\'\'%E0%A4%A', 'kept.csv'],
  ['attachment', null],
  [null, null],
])('reads the name in %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name);
});
