import { useEffect, useState } from 'react';
import { useSearchParams } from '../routing/router';
import { api } from '../api/client';
import { bankOf, signedAnswer } from './bank-answer';

const TIMEOUT_MS = 6_000;

/**
 * Sends the signed answer of the bank in the URL to the server, once, and removes it from the URL, so that it is not
 * shared or sent again when the page is reopened. True when there is nothing (more) to send. A failure is ignored,
 * because the bank also notifies the server itself.
 */
export function useBankAnswer(): boolean {
  const [search, setSearch] = useSearchParams();
  // The raw text of the URL, because the signature covers the text, not the decoded values.
  const [signed] = useState(() => signedAnswer(window.location.search));
  const [handedOver, setHandedOver] = useState(signed === null);
  const outcome = search.get('outcome');
  useEffect(() => {
    if (signed === null) return;
    setSearch(outcome ? { outcome } : {}, { replace: true });
    // The page does not wait longer than this: the bank also notifies the server itself.
    const timer = setTimeout(() => setHandedOver(true), TIMEOUT_MS);
    void api
      .post(`/app-api/payments/${bankOf(signed)}/return`, { query: signed })
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        setHandedOver(true);
      });
    // Runs once, for the URL that the page was opened with.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [signed]);
  return handedOver;
}
