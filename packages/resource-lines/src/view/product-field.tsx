import { useEffect, useId, useState } from 'react';
import { type FieldControl, formatMoney, Input } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import type { ProductChoice } from '../model/commands';
import { useEditor } from './editor-context';
import { useSuggestions } from './use-suggestions';

interface ProductFieldProps {
  control: FieldControl;
  value: string;
  onChange: (label: string) => void;
  onPick: (product: ProductChoice) => void;
}

/** The label of a line in a sheet, with the products that it may stand for under it. */
export const ProductField = ({ control, value, onChange, onPick }: ProductFieldProps) => {
  const text = useResourceText();
  const { language } = useEditor();
  const [isTyped, setIsTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useId();
  const found = useSuggestions('label', value, isTyped);
  const products = found.flatMap((suggestion) => (suggestion.kind === 'product' ? [suggestion.product] : []));
  useEffect(() => setActive(-1), [value]);
  const pick = (product: ProductChoice) => {
    setIsTyped(false);
    onPick(product);
  };
  return (
    <>
      <Input
        {...control}
        role="combobox"
        autoComplete="off"
        aria-expanded={products.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={products[active] ? `${list}-${active}` : undefined}
        value={value}
        onChange={(event) => {
          setIsTyped(true);
          onChange(event.target.value);
        }}
        onBlur={() => setIsTyped(false)}
        onKeyDown={(event) => {
          const product = products[active];
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            const by = event.key === 'ArrowUp' ? -1 : 1;
            setActive((active + by + products.length) % Math.max(1, products.length));
          } else if (event.key === 'Enter' && product) pick(product);
          else return;
          event.preventDefault();
        }}
      />
      {products.length > 0 && (
        <div role="listbox" id={list} className="l-products" aria-label={text('lines.products')}>
          {products.map((product, index) => (
            <div
              key={product.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => {
                event.preventDefault();
                pick(product);
              }}
            >
              <span>{product.label}</span>
              <span className="c-num">{product.unitPrice && formatMoney(product.unitPrice, language)}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
};
