/** Flat texts of one language: `crm.tiers.name` → `Nom`. */
export type Texts = Readonly<Record<string, string>>;
/** Texts of a resource and its fields, or of all those of a service, in both languages. */
export type Locales = Readonly<Record<'fr' | 'en', Texts>>;

export const NO_TEXTS: Locales = { fr: {}, en: {} };

/** The texts of all members in one, with further ones of the service. */
export const localesOf = (members: readonly { texts: Locales }[], further: Locales = NO_TEXTS): Locales => {
  const all = [...members.map(({ texts }) => texts), further];
  return {
    fr: Object.assign({}, ...all.map(({ fr }) => fr)) as Texts,
    en: Object.assign({}, ...all.map(({ en }) => en)) as Texts,
  };
};
