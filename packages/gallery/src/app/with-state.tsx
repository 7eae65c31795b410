import { type ReactNode, useState } from 'react';

export interface WithStateProps<Value> {
  initial: Value;
  children: (value: Value, setValue: (value: Value) => void) => ReactNode;
}

/** Holds the value of a controlled component. */
export const WithState = <Value,>({ initial, children }: WithStateProps<Value>) => {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
};
