import { LanguageSwitch, THEMES } from '@coulisse/ui-kit';
import { type Address, setLook } from './address';
import { useGalleryText } from './texts';

/** Theme and language of the page. */
export const Controls = ({ address }: { address: Address }) => {
  const text = useGalleryText();
  return (
    <div className="g-controls">
      <span className="c-language" role="group" aria-label={text('controls.theme')}>
        {THEMES.map((theme) => (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === address.theme}
            onClick={() => setLook({ theme })}
          >
            {text(`controls.theme.${theme}`)}
          </button>
        ))}
      </span>
      <LanguageSwitch language={address.language} onChange={(language) => setLook({ language })} />
    </div>
  );
};
