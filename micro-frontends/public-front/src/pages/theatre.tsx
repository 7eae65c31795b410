import { EmptyState, useLanguage } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { Link, useParams } from '../routing/router';
import { showsQuery, theatreQuery } from '../api/queries';
import type { ShowSummary } from '../api/types';
import { shortMoney } from '../app/format';
import { Hero } from '../app/hero';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { showColor } from '../app/show-color';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';

function ShowCard({ show }: { show: ShowSummary }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Link className="show-card" to={`/spectacles/${show.id}`} {...showColor(show.color)}>
      <span className="show-card-poster">
        <span>{show.name}</span>
      </span>
      <span className="show-card-text">
        {show.shortDescription && <span className="c-soft">{show.shortDescription}</span>}
        <span className="show-card-facts">
          {show.nextPerformance && (
            <span>{t('theatre.next', { date: formatDate(show.nextPerformance, language, 'medium') })}</span>
          )}
          {show.lowestPrice && <b>{t('price.from', { price: shortMoney(show.lowestPrice, language) })}</b>}
        </span>
      </span>
    </Link>
  );
}

export function TheatrePage() {
  const t = useText();
  const { slug = '' } = useParams();
  const theatre = useQuery(theatreQuery(slug));
  const shows = useQuery(showsQuery(slug));
  useShowTheatre(theatre.data);
  usePageTitle(t('theatre.shows'));
  return (
    <Loaded query={theatre}>
      {(house) => (
        <>
          <Hero large kicker={house.city ?? t('theatre.kicker')} title={house.name} />
          <Loaded query={shows}>
            {(items) =>
              items.length === 0 ? (
                <EmptyState icon={<CalendarX aria-hidden />} title={t('theatre.empty')}>
                  {t('theatre.empty.text')}
                </EmptyState>
              ) : (
                <section className="page" aria-labelledby="shows">
                  <h2 id="shows" className="page-title">
                    {t('theatre.kicker')}
                  </h2>
                  <ul role="list" className="show-list">
                    {items.map((show) => (
                      <li key={show.id}>
                        <ShowCard show={show} />
                      </li>
                    ))}
                  </ul>
                </section>
              )
            }
          </Loaded>
        </>
      )}
    </Loaded>
  );
}
