import type { ReactNode } from 'react';
import { Card } from '@coulisse/ui-kit';

export interface ExampleProps {
  title: string;
  /** The line that writes it in a screen. */
  code: string;
  children: ReactNode;
}

/** A component in one or several states, and the line to write it. */
export const Example = ({ title, code, children }: ExampleProps) => (
  <Card className="g-example">
    <h2>{title}</h2>
    <div className="g-stage">{children}</div>
    <pre className="g-code">{code}</pre>
  </Card>
);

/** A state inside an example, under its caption. */
export const ExampleState = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <div className="g-state">
    <span className="g-caption">{caption}</span>
    {children}
  </div>
);

/** States beside each other, as many as there is room for; `wide` ones under each other. */
export const ExampleStates = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <div className="g-states" data-wide={wide || undefined}>
    {children}
  </div>
);

export const ExampleRow = ({ children }: { children: ReactNode }) => <div className="g-row">{children}</div>;
