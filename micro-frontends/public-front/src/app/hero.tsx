import type { ReactNode } from 'react';
import { showColor } from './show-color';

export interface HeroProps {
  title: ReactNode;
  kicker?: ReactNode;
  aside?: ReactNode;
  /** The show's colour; the background stays dark, so that the title is readable. */
  color?: string | null;
  large?: boolean;
  children?: ReactNode;
}

/** Decorated header of a page. */
export function Hero({ title, kicker, aside, color, large, children }: HeroProps) {
  return (
    <div className="hero" data-large={large || undefined} {...showColor(color)}>
      <div>
        {kicker && <p>{kicker}</p>}
        <h1>{title}</h1>
        {children}
      </div>
      {aside && <p className="hero-date">{aside}</p>}
    </div>
  );
}
