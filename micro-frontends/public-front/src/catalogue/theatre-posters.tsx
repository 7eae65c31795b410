import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showsQuery } from '../api/queries';
import { PosterImage } from './poster-image';

const MOST = 4;

/** True once the element has come near the visible part of the page. */
function useSeen() {
  const element = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { element, isSeen };
}

/**
 * What a theatre plays next. A platform has hundreds of theatres: those that nobody scrolls to cost nothing. The place is there
 * before the posters are, and it stays when they cannot be read.
 */
export function TheatrePosters({ slug }: { slug: string }) {
  const { element, isSeen } = useSeen();
  const { data: shows = [] } = useQuery({ ...showsQuery(slug), enabled: isSeen });
  return (
    <span ref={element} className="theatre-posters">
      {shows
        .filter(({ performances }) => performances.length > 0)
        .slice(0, MOST)
        .map(({ id, poster }) => (
          // The card is one link to the theatre, and names it: posters add nothing that is read aloud.
          <PosterImage key={id} poster={{ ...poster, alt: '' }} sizes="(max-width: 56.25em) 22vw, 90px" />
        ))}
    </span>
  );
}
