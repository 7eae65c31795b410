import { useState } from 'react';
import { Input } from '@coulisse/ui-kit';

export interface ListInputProps<T extends string | number> {
  control: { id: string };
  value: readonly T[];
  parse: (text: string) => T[];
  onChange: (value: T[]) => void;
}

/** Input for a comma-separated list. The text is not reformatted until the field loses focus. */
export const ListInput = <T extends string | number>({
  control,
  value,
  parse,
  onChange,
}: ListInputProps<T>) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...control}
      value={typed ?? value.join(', ')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(parse(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
};
