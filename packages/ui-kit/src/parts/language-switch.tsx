import { LANGUAGES, type Language } from '../format';
import { useUiText } from './use-ui-text';

export const LanguageSwitch = ({
  language,
  onChange,
}: {
  language: Language;
  onChange: (language: Language) => void;
}) => {
  const text = useUiText();
  return (
    <span className="c-language" role="group" aria-label={text('language')}>
      {LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language}
          // Begins with what is seen on it: whoever speaks to the screen says that.
          aria-label={`${code.toUpperCase()}, ${text(`language.${code}`)}`}
          onClick={() => onChange(code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </span>
  );
};
