import { viewsOfSeats } from './views-of-seats';

const view = (fileId: string, seats: Record<string, string[]>) => ({ fileId, alt: 'The stage', seats });
const seat = (row: string, number: string) => ({ row, number });
const left = view('left', { A: ['1', '2'], B: ['1', '2'] });
const right = view('right', { A: ['3', '4'] });

test('each view comes once, with the chosen seats of its first row', () => {
  const chosen = [seat('A', '2'), seat('A', '3'), seat('B', '1'), seat('A', '1')];
  expect(viewsOfSeats([left, right], chosen)).toEqual([
    { view: left, seats: [seat('A', '2'), seat('A', '1')] },
    { view: right, seats: [seat('A', '3')] },
  ]);
});

test('seats without a view have none, whatever their row is called', () => {
  expect(viewsOfSeats([left], [seat('C', '1'), seat('A', '9'), seat('constructor', '1')])).toEqual([]);
  expect(viewsOfSeats([], [seat('A', '1')])).toEqual([]);
});
