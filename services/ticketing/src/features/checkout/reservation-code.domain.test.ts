import { Problem } from '@coulisse/service-kit';
import { LETTERS, newReservationCode, withFreeCode } from './reservation-code.domain';

it('has eight letters and digits in two groups, none of which is taken for another', () => {
  for (let turn = 0; turn < 200; turn += 1)
    expect(newReservationCode()).toMatch(/^R-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(LETTERS).size).toBe(30);
});

it('uses every letter, and no code twice in ten thousand', () => {
  const codes = Array.from({ length: 10_000 }, () => newReservationCode());
  expect(new Set(codes).size).toBe(10_000);
  expect(new Set(codes.join('').replace(/^R-|-/g, ''))).toEqual(new Set(LETTERS));
});

it('takes each character from the random source', () => {
  let next = 0;
  expect(newReservationCode(() => next++)).toBe('R-2345-6789');
});

describe('a code that is taken already', () => {
  const taken = new Problem('validation.failed', {
    errors: [{ pointer: '/code', code: 'validation.unique' }],
  });

  it('is replaced by another one', async () => {
    const save = jest.fn().mockRejectedValueOnce(taken).mockResolvedValueOnce('saved');
    await expect(withFreeCode(save)).resolves.toBe('saved');
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('is refused after three', async () => {
    const save = jest.fn().mockRejectedValue(taken);
    await expect(withFreeCode(save)).rejects.toBe(taken);
    expect(save).toHaveBeenCalledTimes(3);
  });

  it('other refusals are not tried again', async () => {
    const refused = new Problem('hold.expired');
    const save = jest.fn().mockRejectedValue(refused);
    await expect(withFreeCode(save)).rejects.toBe(refused);
    expect(save).toHaveBeenCalledTimes(1);
  });
});
