import { type ReactNode, useId } from 'react';

/** Shows more text on hover and on focus, and to screen readers through `aria-describedby`. */
export const Tooltip = ({
  text,
  side = 'right',
  children,
}: {
  text: ReactNode;
  side?: 'left' | 'right';
  children: (describedBy: string) => ReactNode;
}) => {
  const id = useId();
  return (
    <span className="c-tip" data-side={side}>
      {children(id)}
      <span role="tooltip" id={id}>
        {text}
      </span>
    </span>
  );
};
