import { MAX_SIZE, refusalOf, shapeOf } from './stored-file';

it('refuses, before the upload, files that the server would refuse', () => {
  expect(refusalOf({ size: 10, type: 'image/png' }, ['image/png', 'image/jpeg'])).toBeNull();
  expect(refusalOf({ size: 10, type: 'image/png' }, ['image/*'])).toBeNull();
  expect(refusalOf({ size: 10, type: 'text/html' }, ['image/*'])).toBe('type');
  expect(refusalOf({ size: MAX_SIZE + 1, type: 'image/png' })).toBe('size');
  expect(refusalOf({ size: 0, type: 'image/png' })).toBe('empty');
  // Some systems give no media type: the server detects it.
  expect(refusalOf({ size: 10, type: '' }, ['image/*'])).toBeNull();
});

it('previews only safe media types', () => {
  expect(
    ['image/png', 'image/svg+xml', 'application/pdf', 'text/html', 'image/jpeg; x=1'].map(shapeOf),
  ).toEqual(['image', 'other', 'pdf', 'other', 'image']);
});
