import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useTopLayer } from './top-layer';

export interface AnchoredProps {
  /** Element that the box is positioned by; nothing is shown when it is not on the page. */
  anchor: () => HTMLElement | null;
  /** `over` covers the anchor, `under` puts the box below it. */
  side?: 'over' | 'under';
  /** At least as wide as its anchor. */
  fit?: boolean;
  className?: string;
  role?: string;
  label?: string;
  children: ReactNode;
}

/** A box next to another element, in the top layer: no scrolling table or panel clips it. */
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
