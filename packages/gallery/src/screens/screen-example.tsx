import { ExternalLink } from 'lucide-react';
import { Example } from '../app/example';
import { useAddress } from '../app/address';
import { type TextKey, useGalleryText } from '../app/texts';
import type { ScreenName } from './screens';

export interface ScreenExampleProps {
  screen: ScreenName;
  title: TextKey;
  code: string;
}

/** A generic screen in a frame: it has its own address, shortcuts and width, as in the portal. */
export const ScreenExample = ({ screen, title, code }: ScreenExampleProps) => {
  const text = useGalleryText();
  const { theme, language } = useAddress();
  const address = `?${new URLSearchParams({ theme, language, screen })}`;
  return (
    <Example title={text(title)} code={code}>
      <iframe className="g-frame" title={text(title)} src={address} />
      <a className="g-frame-link" href={address} target="_blank" rel="noopener">
        <ExternalLink className="c-icon" aria-hidden />
        {text('screens.open')}
        <span className="c-hidden"> : {text(title)}</span>
      </a>
    </Example>
  );
};
