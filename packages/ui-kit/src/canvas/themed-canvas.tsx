import { useEffect, useRef } from 'react';

/** What a drawing takes from the page: the values of its tokens change with the theme. */
export interface CanvasTheme {
  /** Value of a custom property, such as `--ink`. */
  token: (name: string) => string;
  font: { family: string; size: number };
  /** The person asked for less motion. */
  isStill: boolean;
}

export interface ThemedCanvasProps {
  /** Stable between renderings that draw the same; a new one draws again. */
  draw: (canvas: HTMLCanvasElement, theme: CanvasTheme) => { destroy(): void };
  /** What it shows, for those who do not see it; the values are beside it as text. */
  label: string;
  className?: string;
}

/** A canvas for a chart, drawn again when the theme changes. */
export const ThemedCanvas = ({ draw, label, className }: ThemedCanvasProps) => {
  const host = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = host.current;
    if (!canvas) return;
    const drawn = () => {
      const style = getComputedStyle(canvas);
      return draw(canvas, {
        token: (name) => style.getPropertyValue(name).trim(),
        font: { family: style.fontFamily, size: 12 },
        isStill: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      });
    };
    let drawing = drawn();
    const observer = new MutationObserver(() => {
      drawing.destroy();
      drawing = drawn();
    });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      drawing.destroy();
    };
  }, [draw]);
  return (
    <div className={className}>
      <canvas ref={host} role="img" aria-label={label} />
    </div>
  );
};
