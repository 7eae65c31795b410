import { afterChoice, itemsThatStay, NO_CHOICE, type PlaceChoice } from './revision-rules';

const items = ['a', 'b', 'c'].map((id) => ({ id }));
const staying = (choice: PlaceChoice, people: number) =>
  itemsThatStay(items, choice, people).map(({ id }) => id);
const without = (id: string) => afterChoice(NO_CHOICE, id, false);

test('places stay unless they are given up, and no more than people come', () => {
  expect(itemsThatStay(items, NO_CHOICE, 5)).toEqual(items);
  expect(staying(without('a'), 3)).toEqual(['b', 'c']);
  expect(staying(without('a'), 1)).toEqual(['b']);
  expect(staying(NO_CHOICE, 0)).toEqual([]);
});

test('a place that the number of people has put out comes in when it is chosen, and another goes', () => {
  const last = afterChoice(NO_CHOICE, 'c', true);
  expect(staying(last, 1)).toEqual(['c']);
  expect(staying(last, 2)).toEqual(['a', 'c']);
  expect(staying(afterChoice(last, 'b', true), 2)).toEqual(['b', 'c']);
  expect(staying(afterChoice(last, 'c', false), 1)).toEqual(['a']);
  expect(staying(afterChoice(without('b'), 'b', true), 1)).toEqual(['b']);
});
