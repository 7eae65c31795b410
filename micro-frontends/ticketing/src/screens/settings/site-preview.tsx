import { useTranslation } from 'react-i18next';
import { READABLE_CONTRAST, contrast, readableColor, siteColors } from '@coulisse/contracts/site-colors';
import { type SiteFont, SITE_FONTS } from '@coulisse/contracts/site-fonts';
import '@coulisse/ui-kit/site-fonts.css';
import { Notice, formatNumber, toLanguage } from '@coulisse/ui-kit';
import './site-preview.css';

/** Address of a public file. */
const fileUrl = (id: string): string => `/app-api/files/${id}`;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
/** Id of a file, in a record or in a form. */
const idOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'id' in value ? textOf(value.id) : textOf(value);

const fontOf = (value: unknown): SiteFont | undefined => SITE_FONTS.find((font) => font === value);

const COLOR = /^#[0-9a-f]{6}$/i;

interface PreviewProps {
  values: Readonly<Record<string, unknown>>;
}

/** A public page in the look that the settings give it, while they are typed. */
export default function SitePreview({ values }: PreviewProps) {
  const { t, i18n } = useTranslation('ticketing');
  const mode = textOf(values['frontMode']);
  const font = fontOf(values['frontFont']);
  const color = textOf(values['frontColorForCustom']);
  const own = mode === 'CUSTOM' && color !== undefined && COLOR.test(color) ? color : undefined;
  const shown = own && readableColor(own);
  const name = textOf(values['name']) ?? '';
  const logo = idOf(values['logos']);
  const number = (ratio: number) => formatNumber(Math.floor(ratio * 100) / 100, toLanguage(i18n.language));
  return (
    <section data-testid="site-preview">
      <h2>{t('site.preview')}</h2>
      {own && shown && shown !== own.toLowerCase() && (
        <Notice tone="warn">
          {t('site.corrected', {
            color: own,
            ratio: number(contrast(own, '#ffffff')),
            needed: number(READABLE_CONTRAST),
            shown,
          })}
        </Notice>
      )}
      <div
        className="t-site"
        role="img"
        aria-label={t('site.preview.label', { look: t(`site.look.${mode ?? 'VISITOR'}`) })}
        {...(font && { 'data-font': font })}
        {...(mode && { 'data-theme': mode === 'DARK' ? 'dark' : 'light' })}
        style={own ? siteColors(own) : undefined}
      >
        <div className="t-site-head">
          {logo ? <img src={fileUrl(logo)} alt="" /> : <b>{name}</b>}
          <span>{t('site.sample.shows')}</span>
        </div>
        <div className="t-site-hero">{name}</div>
        <div className="t-site-body">
          <span>{t('site.sample.text')}</span>
          <span className="t-site-link">{t('site.sample.link')}</span>
          <span className="t-site-button">{t('site.sample.button')}</span>
        </div>
      </div>
    </section>
  );
}
