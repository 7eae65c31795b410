import { shownTimes } from './shown-times';

describe('times of a performance at the reception', () => {
  it('are those of the show', () => {
    expect(shownTimes({ mealTimes: ['19:30'], showTimes: ['20:30', '22:30'] })).toBe('20:30 · 22:30');
  });

  it('are those of the meal where there is no show', () => {
    expect(shownTimes({ mealTimes: ['12:00'], showTimes: [] })).toBe('12:00');
  });

  it('are none where a device has stored the performance without those of its meal', () => {
    expect(shownTimes({ showTimes: [] })).toBe('');
  });
});
