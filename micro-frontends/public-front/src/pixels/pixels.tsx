import { Button, useLanguage } from '@coulisse/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Theatre } from '../api/types';
import { Link, usePlace } from '../routing/router';
import { type Choice, originsOf, storeChoice } from './consent';
import { PixelFrame, useChoice } from './pixel-frame';
import { stepOfPage } from './pixel-steps';
import { TEXTS } from './texts';
import './pixels.css';

/** A place before the page, so that keyboards and screen readers come to the banner first. */
function usePlaceBeforePage(): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement('div');
    document.body.prepend(element);
    setPlace(element);
    return () => element.remove();
  }, []);
  return place;
}

/** Leaves as much room at the foot of the page as the banner covers there, until it is closed. */
function leaveRoomFor(banner: HTMLElement): () => void {
  const page = document.documentElement;
  const measure = () => {
    // Low windows have the banner in the page.
    const isOver = getComputedStyle(banner).position === 'fixed';
    page.style.setProperty('--pixel-banner', `${isOver ? banner.offsetHeight : 0}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(banner);
  measure();
  return () => {
    observer.disconnect();
    page.style.removeProperty('--pixel-banner');
  };
}

interface BannerProps {
  theatre: Theatre;
  choice: Choice | null;
  /** Opened by the visitor, who expects to be there. */
  takesFocus: boolean;
  onChoice: (choice: Choice) => void;
}

function Banner({ theatre, choice, takesFocus, onChoice }: BannerProps) {
  const text = TEXTS[useLanguage()];
  const place = usePlaceBeforePage();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (place && takesFocus) title.current?.focus();
  }, [place, takesFocus]);
  const banner = useRef<HTMLElement>(null);
  useEffect(() => (banner.current ? leaveRoomFor(banner.current) : undefined), [place]);
  if (!place) return null;
  const own = theatre.site?.privacyUrl;
  return createPortal(
    <section ref={banner} className="pixel-banner" aria-labelledby="pixel-title" data-testid="pixel-banner">
      <div>
        <h2 id="pixel-title" ref={title} tabIndex={-1}>
          {text.title}
        </h2>
        <p>
          {text.intro(theatre.name)}{' '}
          <b>
            {originsOf(theatre.site)
              .map((origin) => new URL(origin).host)
              .join(', ')}
          </b>
          .
        </p>
        <p>
          {text.free}{' '}
          {own ? (
            <a href={own}>{text.privacy}</a>
          ) : (
            <Link to={`/theatres/${theatre.slug}/privacy`}>{text.privacy}</Link>
          )}
        </p>
        {choice && <p role="status">{text[choice]}</p>}
      </div>
      {/* Alike, and side by side: to refuse is as easy as to accept. */}
      <div className="pixel-choices">
        <Button onClick={() => onChoice('refused')} data-testid="pixels-refuse">
          {text.refuse}
        </Button>
        <Button onClick={() => onChoice('accepted')} data-testid="pixels-accept">
          {text.accept}
        </Button>
      </div>
    </section>,
    place,
  );
}

/** The choice about the pixels of a theatre, at the foot of its pages, and those of the page for who has accepted. */
export default function Pixels({ theatre }: { theatre: Theatre }) {
  const { pathname } = usePlace();
  const text = TEXTS[useLanguage()];
  const choice = useChoice(theatre);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const step = stepOfPage(pathname, theatre);
  const choose = (next: Choice) => {
    storeChoice(theatre, next);
    if (isOpen) button.current?.focus();
    setIsOpen(false);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pixel-change"
        data-testid="pixels-change"
        onClick={() => setIsOpen(true)}
      >
        {text.change}
      </button>
      {choice !== undefined && (isOpen || choice === null) && (
        <Banner theatre={theatre} choice={choice} takesFocus={isOpen} onChoice={choose} />
      )}
      {step && <PixelFrame key={`${theatre.id} ${pathname}`} theatre={theatre} step={step} />}
    </>
  );
}
