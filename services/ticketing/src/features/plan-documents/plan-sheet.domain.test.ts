import { planSheet } from './plan-sheet.domain';

const entries = (count: number): string[] =>
  Array.from({ length: count }, () => 'Marie Durand Table T12 (1, 2, 3, 4) · 4 personnes');

describe('the paper of a plan', () => {
  it.each([
    ['a room that is wider than high', { width: 800, height: 300 }, true],
    ['a square room', { width: 400, height: 400 }, true],
    ['a room that is higher than wide', { width: 300, height: 600 }, false],
  ])('%s', (_name, room, isLandscape) => expect(planSheet(room, []).isLandscape).toBe(isLandscape));

  it('has the list beside a square room, and below a wide one', () => {
    expect(planSheet({ width: 480, height: 430 }, entries(14))).toMatchObject({ list: 'beside', columns: 1 });
    expect(planSheet({ width: 900, height: 300 }, entries(14))).toMatchObject({ list: 'below', columns: 3 });
  });

  it('has a list that leaves the plan no room on the next page', () => {
    expect(planSheet({ width: 480, height: 430 }, entries(200)).list).toBe('after');
    expect(planSheet({ width: 300, height: 600 }, entries(200))).toMatchObject({ list: 'after', columns: 2 });
  });
});
