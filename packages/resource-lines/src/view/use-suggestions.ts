import { useEffect, useState } from 'react';
import type { ProductChoice } from '../model/commands';
import type { Column } from '../model/cells';
import type { Reference } from '../model/document';
import { useEditor } from './editor-context';

export type Suggestion = { kind: 'product'; product: ProductChoice } | { kind: 'unit'; unit: Reference };

const MOST = 8;
/** Waits for a pause of typing before the server is asked. */
const PAUSE = 150;

const unitsLike = (units: readonly Reference[], typed: string): Suggestion[] => {
  const folded = typed.trim().toLocaleLowerCase();
  return units
    .filter(({ label }) => label.toLocaleLowerCase().includes(folded))
    .slice(0, MOST)
    .map((unit) => ({ kind: 'unit', unit }));
};

/** The products or units that a typed text may stand for. Answers that arrive after a later text are dropped. */
export const useSuggestions = (column: Column, typed: string, isTyped: boolean) => {
  const { findProducts, units } = useEditor();
  const [products, setProducts] = useState<{ text: string; found: readonly ProductChoice[] } | null>(null);
  const query = column === 'label' && isTyped ? typed.trim() : '';
  useEffect(() => {
    if (!findProducts || query === '') return setProducts(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      findProducts(query).then(
        (found) => isCurrent && setProducts({ text: query, found: found.slice(0, MOST) }),
        // Without an answer, the label is typed by hand.
        () => isCurrent && setProducts(null),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [findProducts, query]);
  if (column === 'unit') return isTyped || typed === '' ? unitsLike(units, typed) : [];
  return (products?.found ?? []).map((product): Suggestion => ({ kind: 'product', product }));
};
