import { useEffect, useState } from 'react';
import { usePlace } from '../routing/router';
import { keyOfPayment } from './order-payment';

const keyInAddress = (): string => location.hash.slice(1);

/** The key in the fragment of the address, which no server sees. */
export function useOrderKey(): string {
  const { search } = usePlace();
  const [key, setKey] = useState(() => keyInAddress() || keyOfPayment(location.search));
  useEffect(() => {
    const follow = () => {
      if (keyInAddress() !== '') setKey(keyInAddress());
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    // A change of the language leaves the fragment out: the page must open again after a reload.
    if (key !== '' && keyInAddress() === '') history.replaceState(null, '', `#${key}`);
  }, [key, search]);
  return key;
}
