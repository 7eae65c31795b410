import {
  everything,
  extended,
  isChosen,
  isNothing,
  isWholePage,
  NOTHING,
  pageToggled,
  type Selection,
  toggled,
} from './selection';

const PAGE = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: Selection) => [...selection.ids].sort().join('');

it('selects and deselects a row', () => {
  const selection = toggled(NOTHING, 'b');
  expect(ids(selection)).toBe('b');
  expect(isNothing(toggled(selection, 'b'))).toBe(true);
});

it('selects the rows between two rows, in both directions, and keeps the first as the anchor', () => {
  const from = toggled(NOTHING, 'd');
  const up = extended(from, 'b', PAGE);
  expect(ids(up)).toBe('bcd');
  expect(ids(extended(up, 'e', PAGE))).toBe('bcde');
  expect(up.anchor).toBe('d');
});

it('starts a new range when nothing is selected, or when the anchor is on another page', () => {
  expect(ids(extended(NOTHING, 'c', PAGE))).toBe('c');
  const elsewhere = extended(toggled(NOTHING, 'z'), 'c', PAGE);
  expect(ids(elsewhere)).toBe('cz');
  expect(elsewhere.anchor).toBe('c');
});

it('selects and deselects a page, without changing other pages', () => {
  const page = pageToggled(toggled(NOTHING, 'z'), PAGE);
  expect(ids(page)).toBe('abcdez');
  expect(isWholePage(page, PAGE)).toBe(true);
  expect(ids(pageToggled(page, PAGE))).toBe('z');
  expect(isWholePage(NOTHING, [])).toBe(false);
});

it('selects all results until one is deselected', () => {
  const all = everything(pageToggled(NOTHING, PAGE));
  expect(isChosen(all, 'another page')).toBe(true);
  expect(isWholePage(all, ['x'])).toBe(true);
  const less = toggled(all, 'c', PAGE);
  expect(less.all).toBe(false);
  expect(ids(less)).toBe('abde');
  expect(isNothing(pageToggled(all, PAGE))).toBe(true);
});
