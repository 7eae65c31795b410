import { MAX_BYTES, mediaTypeOf, refusalOf } from './file-check';

const file = (name: string, size = 10) => [{ name, size }];

it('refuses, before the upload, files that the server would refuse', () => {
  expect(refusalOf(file('tiers.csv'))).toBeNull();
  expect(refusalOf(file('TIERS.XLSX'))).toBeNull();
  expect(refusalOf(file('export'))).toBeNull();
  expect(refusalOf(file('tiers.csv', 0))).toBe('empty');
  expect(refusalOf(file('tiers.csv', MAX_BYTES + 1))).toBe('size');
  expect(refusalOf(file('tiers.xls'))).toBe('old');
  expect(refusalOf(file('photo.png'))).toBe('type');
  expect(refusalOf([...file('a.csv'), ...file('b.csv')])).toBe('several');
  expect(refusalOf([])).toBe('several');
});

it('derives the media type from the extension', () => {
  expect(mediaTypeOf('a.XLSX')).toContain('spreadsheetml');
  expect(mediaTypeOf('a.txt')).toBe('text/csv');
});
