import type { CSSProperties, ReactNode } from 'react';

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
  const style = color ? ({ '--show': color } as CSSProperties) : undefined;
  return (
    <div className="hero" data-large={large || undefined} style={style}>
      <div>
        {kicker && <p>{kicker}</p>}
        <h1>{title}</h1>
        {children}
      </div>
      {aside && <p className="hero-date">{aside}</p>}
    </div>
  );
}
