import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiProblem } from '../api/client';

/**
 * Takes back the error of a call that found no line once there is one: the browser says so, or another call has brought
 * something new.
 * @param proof what other calls bring: a new one tells that there is a line
 */
export function useLineBack(error: unknown, forget: () => void, proof?: unknown): void {
  const isLost = error instanceof ApiProblem && error.status === 0;
  const lastProof = useRef(proof);
  const onBack = useEffectEvent(forget);
  useEffect(() => {
    if (!isLost) return;
    const listener = () => onBack();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [isLost]);
  useEffect(() => {
    if (isLost && lastProof.current !== proof) onBack();
    lastProof.current = proof;
  }, [isLost, proof]);
}
