import { EmptyState, useLanguage } from '@coulisse/ui-kit';
import { formatDate, formatTime } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { showsQuery, theatreQuery } from '../api/queries';
import type { ShowSummary, TheatrePlace } from '../api/types';
import { shortMoney } from '../app/format';
import { Hero } from '../app/hero';
import { Loaded } from '../app/page-states';
import { untilUsed } from '../app/until-used';
import { checkOpen } from '../app/maintenance';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { Availability } from '../catalogue/availability';
import { lowestOpenPrice, nextOpen } from '../catalogue/availability-rules';
import { readSearch, writeSearch } from '../catalogue/catalogue-search';
import { NextDate } from '../catalogue/next-date';
import { PosterImage } from '../catalogue/poster-image';
import { Link, useParams, useSearchParams } from '../routing/router';
import '../styles/catalogue.css';
import '../styles/theatre.css';

const TheatreCalendar = lazy(() =>
  untilUsed(() => import(/* webpackChunkName: "theatre-calendar" */ '../catalogue/theatre-calendar')),
);
const TheatreAccess = lazy(() =>
  untilUsed(() => import(/* webpackChunkName: "access" */ '../catalogue/theatre-access')),
);
const GiftBand = lazy(() =>
  untilUsed(() => import(/* webpackChunkName: "access" */ '../catalogue/gift-band')),
);

const CARD_SIZES = '(max-width: 56.25em) 84px, 260px';

function ShowCard({ show }: { show: ShowSummary }) {
  const t = useText();
  const language = useLanguage();
  const next = nextOpen(show.performances) ?? show.performances[0];
  const price = lowestOpenPrice(show.performances) ?? show.lowestPrice;
  return (
    <Link className="show-card" to={`/spectacles/${show.id}`}>
      <PosterImage poster={show.poster} sizes={CARD_SIZES} />
      <span className="show-card-text">
        <strong>{show.name}</strong>
        <span className="c-soft">{show.shortDescription}</span>
        {next && (
          <span>
            {`${formatDate(next.date, language, 'short')} ${formatTime(next.showTimes[0] ?? next.mealTimes[0] ?? '')}`}
          </span>
        )}
        <span className="show-card-facts">
          {price && <b>{t('price.from', { price: shortMoney(price, language) })}</b>}
          {next && <Availability performance={next} />}
        </span>
      </span>
    </Link>
  );
}

/** Links, so that a choice works without scripts and has an address. */
function Genres({ shows, chosen }: { shows: readonly ShowSummary[]; chosen: string | undefined }) {
  const t = useText();
  const { slug = '' } = useParams();
  const genres = [...new Set(shows.flatMap(({ genre }) => genre ?? []))];
  if (genres.length < 2 && chosen === undefined) return null;
  return (
    <nav className="genres" aria-label={t('genre.label')}>
      {[undefined, ...genres].map((genre) => (
        <Link
          key={genre ?? ''}
          to={`/theatres/${slug}${writeSearch({ genre })}`}
          aria-current={genre === chosen ? 'true' : undefined}
        >
          {t(`genre.${genre ?? 'all'}`)}
        </Link>
      ))}
    </nav>
  );
}

function TheatreHero({ theatre, shows }: { theatre: TheatrePlace; shows: readonly ShowSummary[] }) {
  const t = useText();
  const next = nextOpen(
    shows.flatMap(({ performances }) => performances).sort((a, b) => a.startsAt.localeCompare(b.startsAt)),
  );
  const show = shows.find(({ performances }) => next !== undefined && performances.includes(next));
  return (
    <Hero
      large
      color={show?.color}
      kicker={theatre.city ?? t('theatre.kicker')}
      title={theatre.name}
      aside={show && <PosterImage poster={show.poster} sizes="220px" isFirst />}
    >
      {show && (
        <NextDate performance={next} price={lowestOpenPrice(show.performances)} to={`/spectacles/${show.id}`}>
          {show.name}
        </NextDate>
      )}
    </Hero>
  );
}

export default function TheatrePage() {
  const t = useText();
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const chosen = readSearch(search);
  const theatre = useQuery(theatreQuery(slug));
  const shows = useQuery(showsQuery(slug));
  useShowTheatre(theatre.data);
  checkOpen(theatre.data);
  usePageTitle(t('theatre.shows'));
  return (
    <Loaded query={theatre}>
      {(house) => (
        <>
          <Loaded query={shows}>
            {(items) => {
              const listed = items.filter(
                ({ genre }) => chosen.genre === undefined || genre === chosen.genre,
              );
              return (
                <>
                  <TheatreHero theatre={house} shows={items} />
                  <section className="page" aria-labelledby="shows">
                    <h2 id="shows" className="page-title">
                      {t('theatre.kicker')}
                    </h2>
                    <Genres shows={items} chosen={chosen.genre} />
                    {listed.length === 0 ? (
                      <EmptyState title={t('theatre.empty')}>{t('theatre.empty.text')}</EmptyState>
                    ) : (
                      <ul role="list" className="show-list">
                        {listed.map((show) => (
                          <li key={show.id}>
                            <ShowCard show={show} />
                          </li>
                        ))}
                      </ul>
                    )}
                  </section>
                  <Suspense>
                    <TheatreCalendar slug={slug} shows={listed} chosen={chosen} />
                  </Suspense>
                </>
              );
            }}
          </Loaded>
          {house.sellsGiftVouchers && (
            <Suspense>
              <GiftBand slug={house.slug} />
            </Suspense>
          )}
          <Suspense>
            <TheatreAccess theatre={house} />
          </Suspense>
        </>
      )}
    </Loaded>
  );
}
