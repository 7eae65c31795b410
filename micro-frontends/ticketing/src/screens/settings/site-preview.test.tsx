/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import SitePreview from './site-preview';

jest.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
    i18n: { language: 'en' },
  }),
}));

const preview = (values: object) => {
  render(<SitePreview values={{ name: 'Le Lumière', ...values }} />);
  const page = screen.getByRole('img');
  return { theme: page.dataset['theme'], primary: page.style.getPropertyValue('--primary') };
};
const warning = () => screen.queryByText(/site\.corrected/)?.textContent;

describe('the preview of the public site', () => {
  test('shows the theme, and the colour of the theatre in its own mode alone', () => {
    expect(preview({ frontMode: 'DARK', frontColorForCustom: '#5b2d86' })).toEqual({
      theme: 'dark',
      primary: '',
    });
    expect(warning()).toBeUndefined();
  });
  test('shows a readable colour as it is', () => {
    expect(preview({ frontMode: 'CUSTOM', frontColorForCustom: '#5B2D86' })).toEqual({
      theme: 'light',
      primary: '#5b2d86',
    });
    expect(warning()).toBeUndefined();
  });
  test('says what becomes of a colour that is too light (R-200)', () => {
    const { primary } = preview({ frontMode: 'CUSTOM', frontColorForCustom: '#f0b652' });
    expect(warning()).toBe(`site.corrected #f0b652 1.82 4.5 ${primary}`);
    expect(primary).not.toBe('#f0b652');
  });
  test('shows titles in the typeface of the theatre, and in no other', () => {
    const fontOf = (values: object) => {
      render(<SitePreview values={{ name: 'Le Lumière', ...values }} />);
      return screen.getAllByRole('img').at(-1)?.dataset['font'];
    };
    expect(fontOf({ frontFont: 'OSWALD' })).toBe('OSWALD');
    expect(fontOf({ frontFont: 'COMIC_SANS' })).toBeUndefined();
    expect(fontOf({})).toBeUndefined();
  });
  test('bears with half a colour while it is typed', () => {
    expect(preview({ frontMode: 'CUSTOM', frontColorForCustom: '#f0b' })).toEqual({
      theme: 'light',
      primary: '',
    });
  });
});
