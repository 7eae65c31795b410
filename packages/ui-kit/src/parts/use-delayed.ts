import { useEffect, useState } from 'react';

/** True when `active` has lasted: what comes fast enough is not announced by a flash of grey. */
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
