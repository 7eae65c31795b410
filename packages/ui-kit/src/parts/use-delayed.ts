import { useEffect, useState } from 'react';

/** True when `active` has lasted for `delay` ms: a fast response must not flash a placeholder. */
export const useDelayed = (active: boolean, delay = 150): boolean => {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setDue(true), delay);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, delay]);
  return active && due;
};
