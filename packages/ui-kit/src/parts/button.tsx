import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classes } from '../format';
import { Tooltip } from './tooltip';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One `main` per view: the next step. `danger` is red text; `danger-main` is the button that confirms. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger' | 'danger-main' | 'link';
  size?: 'normal' | 'small';
  icon?: ReactNode;
  /** Shows only an icon; `aria-label` names it. */
  square?: boolean;
  wide?: boolean;
  busy?: boolean;
  /** Why the button is disabled. It stays in the tab order, so that the reason can be read. */
  disabledBecause?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export const Button = ({
  kind = 'plain',
  size = 'normal',
  icon,
  square,
  wide,
  busy,
  disabledBecause,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const stopped = busy || Boolean(disabledBecause);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (stopped) event.preventDefault();
    else onClick?.(event);
  };
  const button = (describedBy?: string) => (
    <button
      {...rest}
      type={type}
      className={classes('c-button', className)}
      data-kind={kind}
      data-size={size}
      data-square={square || undefined}
      data-wide={wide || undefined}
      aria-busy={busy || undefined}
      aria-disabled={stopped || undefined}
      aria-describedby={describedBy ?? rest['aria-describedby']}
      onClick={click}
    >
      {busy ? <span className="c-spinner" aria-hidden /> : icon}
      {children}
    </button>
  );
  return disabledBecause ? <Tooltip text={disabledBecause}>{button}</Tooltip> : button();
};
