import { ExternalLink } from 'lucide-react';
import { Example } from '../app/example';
import { useAddress } from '../app/address';
import { type TextKey, useGalleryText } from '../app/texts';
import type { ScreenName } from './screens';

export interface ScreenExampleProps {
  screen: ScreenName;
  title: TextKey;
  code: string;
  /** In a frame as narrow as a phone. */
  isPhone?: boolean;
}

/** A generic screen in a frame: it has its own address, shortcuts and width, as in the portal. */
export const ScreenExample = ({ screen, title, code, isPhone }: ScreenExampleProps) => {
  const text = useGalleryText();
  const { theme, language } = useAddress();
  const address = `?${new URLSearchParams({ theme, language, screen })}`;
  return (
    <Example title={text(title)} code={code}>
      <iframe className="g-frame" data-phone={isPhone} title={text(title)} src={address} />
      <a className="g-frame-link" href={address} target="_blank" rel="noopener">
        <ExternalLink className="c-icon" aria-hidden />
        {text('screens.open')}
        <span className="c-hidden"> : {text(title)}</span>
      </a>
    </Example>
  );
};
