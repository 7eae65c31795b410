import type { Language } from '@coulisse/contracts';

const isLanguage = (text: string): text is Language => text === 'fr' || text === 'en';

/** The language of a response: `?locale=` first, then `Accept-Language`, then `fallback`. */
export function negotiateLanguage(
  locale: unknown,
  acceptLanguage: string | undefined,
  fallback: Language = 'fr',
): Language {
  if (typeof locale === 'string' && isLanguage(locale.slice(0, 2).toLowerCase())) {
    return locale.slice(0, 2).toLowerCase() as Language;
  }
  let best: { language: Language; weight: number } | null = null;
  for (const part of (acceptLanguage ?? '').split(',')) {
    const [range = '', ...parameters] = part.trim().split(';');
    const language = range.slice(0, 2).toLowerCase();
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? fallback;
}
