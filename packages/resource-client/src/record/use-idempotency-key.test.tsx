/** @jest-environment jsdom */
import { renderHook } from '@testing-library/react';
import { useIdempotencyKey } from './use-idempotency-key';

test('a body keeps its key until it succeeds; another body has another one', () => {
  const { result, rerender } = renderHook(() => useIdempotencyKey());
  const first = result.current.of({ amount: '50.00' });
  rerender();
  expect(result.current.of({ amount: '50.00' })).toBe(first);
  const corrected = result.current.of({ amount: '60.00' });
  expect(corrected).not.toBe(first);
  result.current.renew();
  expect(result.current.of({ amount: '60.00' })).not.toBe(corrected);
});
