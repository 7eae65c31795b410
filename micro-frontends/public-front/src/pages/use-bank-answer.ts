import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../api/client';
import { signedAnswer } from './bank-answer';

const PATIENCE = 6_000;

/**
 * Hands over what the bank signed and wrote into our address, once, and takes it out of the address: it is nobody
 * else's, and a page that is opened again says nothing twice. True when there is nothing (more) to hand over. A failure
 * changes nothing: the bank tells the server by itself as well.
 */
export function useBankAnswer(): boolean {
  const [search, setSearch] = useSearchParams();
  // As it stood in the address: what is signed is the text, not its values.
  const [signed] = useState(() => signedAnswer(window.location.search));
  const [handedOver, setHandedOver] = useState(signed === null);
  const outcome = search.get('outcome');
  useEffect(() => {
    if (signed === null) return;
    setSearch(outcome ? { outcome } : {}, { replace: true });
    // Whatever becomes of it, the page does not wait for it for ever: the bank tells the server as well.
    const patience = setTimeout(() => setHandedOver(true), PATIENCE);
    void api
      .post('/app-api/payments/paybox/return', { query: signed })
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(patience);
        setHandedOver(true);
      });
    // Once, for the address that the page was opened with.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [signed]);
  return handedOver;
}
