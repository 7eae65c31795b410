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
          // Begins with the visible text, so that voice control finds the button (WCAG 2.5.3).
          aria-label={`${code.toUpperCase()}, ${text(`language.${code}`)}`}
          onClick={() => onChange(code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </span>
  );
};
