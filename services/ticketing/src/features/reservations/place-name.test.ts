import { placeName } from './place-name';

const seat = { row: 'B', number: '12', tableId: null };
const chair = { row: 'T4', number: '3', tableId: 'table-4' };

test('a place has its seat, its table alone, or no number, as the show displays them', () => {
  expect(placeName({ ...seat, showsSeat: true, showsTable: false }, 'fr')).toBe('Rang B, place 12');
  expect(placeName({ ...chair, showsSeat: true, showsTable: false }, 'en')).toBe('Table T4, seat 3');
  expect(placeName({ ...chair, showsSeat: false, showsTable: true }, 'fr')).toBe('Table T4');
  expect(placeName({ ...seat, showsSeat: false, showsTable: true }, 'fr')).toBe('Placement libre');
  expect(placeName({ ...chair, showsSeat: false, showsTable: false }, 'en')).toBe('Free seating');
});
