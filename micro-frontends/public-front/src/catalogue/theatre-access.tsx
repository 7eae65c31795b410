import { Accessibility, MapPin, TrainFront } from 'lucide-react';
import type { TheatrePlace } from '../api/types';
import { useText } from '../app/use-text';

const MAP = 'https://www.openstreetmap.org/search?query=';

/** The way to a theatre, as far as it has said it. */
export default function TheatreAccess({ theatre }: { theatre: TheatrePlace }) {
  const t = useText();
  const { address, directions, wheelchairAccess } = theatre;
  if (!address && !directions && !wheelchairAccess) return null;
  return (
    <section className="page access" aria-labelledby="access">
      <h2 id="access" className="page-title">
        {t('access.title')}
      </h2>
      <ul role="list">
        {address && (
          <li>
            <MapPin className="c-icon" aria-hidden />
            <address>
              <b>{address}</b>
              <br />
              <a href={MAP + encodeURIComponent(address)} rel="noopener">
                {t('access.map')}
              </a>
            </address>
          </li>
        )}
        {directions && (
          <li>
            <TrainFront className="c-icon" aria-hidden />
            <p>{directions}</p>
          </li>
        )}
        {wheelchairAccess && (
          <li>
            <Accessibility className="c-icon" aria-hidden />
            <p>
              <b>{t('access.wheelchair')}</b>
              <br />
              {wheelchairAccess}
            </p>
          </li>
        )}
      </ul>
    </section>
  );
}
