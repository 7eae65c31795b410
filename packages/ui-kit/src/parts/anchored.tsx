import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useTopLayer } from './top-layer';

export interface AnchoredProps {
  /** What it stands by; gone from the page, it shows nothing. */
  anchor: () => HTMLElement | null;
  /** Covers its anchor, or stands under it. */
  side?: 'over' | 'under';
  /** At least as wide as its anchor. */
  fit?: boolean;
  className?: string;
  role?: string;
  label?: string;
  children: ReactNode;
}

/** A box by another element, above everything: neither a scrolling table nor a panel cuts it. */
export const Anchored = ({
  anchor,
  side = 'under',
  fit,
  className,
  role,
  label,
  children,
}: AnchoredProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const [, follow] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, []);
  useLayoutEffect(() => {
    if (fit && ref.current) ref.current.style.minWidth = `${anchor()?.offsetWidth ?? 0}px`;
  });
  useTopLayer(ref, () => {
    const box = anchor()?.getBoundingClientRect();
    if (!box) return null;
    return side === 'over' ? { left: box.left, top: box.bottom, bottom: box.top } : box;
  });
  return (
    <div
      ref={ref}
      popover="manual"
      className={className ? `c-anchored ${className}` : 'c-anchored'}
      role={role}
      aria-label={label}
    >
      {children}
    </div>
  );
};
