import { type RefObject, useLayoutEffect, useState } from 'react';

/** Current width of an element in CSS pixels; 0 before the first layout. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return;
    const measure = () => setWidth(place.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [element]);
  return width;
};
