import { declaredResources } from './declared-resources';
import { productSources, read, trackedFiles } from './tracked-files';

/** What the dialogs of the kit write on the button that does nothing, unless they are given another text. */
const DISMISSING = { fr: 'annuler', en: 'cancel' } as const;
type Language = keyof typeof DISMISSING;
type Catalogue = Readonly<Record<string, string>>;

const plain = (text: string): string => text.trim().toLowerCase();
const beginsLikeDismissing = (text: string, language: Language): boolean =>
  new RegExp(`^${DISMISSING[language]}(?!\\p{L})`, 'u').test(plain(text));
const asksItself = (catalogue: Catalogue, key: string): boolean =>
  Boolean(catalogue[`${key}.confirm`] && catalogue[`${key}.keep`]);
const withoutPlural = (key: string): string => key.replace(/_(?:zero|one|many|other)$/, '');

/** Texts of one catalogue of which a reader cannot say whether they confirm or dismiss. */
export function confusions(
  catalogue: Catalogue,
  language: Language,
  withoutButton: ReadonlySet<string> = new Set(),
): string[] {
  const texts = Object.entries(catalogue);
  return texts.flatMap(([key, text]) => {
    // A transition: its own text confirms, unless it has a pair of texts for the question.
    const isTransition = /\.action\.[\w-]+$/.test(key) && !withoutButton.has(key);
    if (isTransition && beginsLikeDismissing(text, language) && !asksItself(catalogue, key))
      return [`${key}: « ${text} » needs .confirm and .keep`];
    if (!key.endsWith('.keep')) return [];
    if (beginsLikeDismissing(text, language)) return [`${key}: « ${text} » reads like an action`];
    const question = key.slice(0, -'.keep'.length);
    return texts
      .filter(([other]) => [question, `${question}.confirm`].includes(withoutPlural(other)))
      .filter(
        ([, confirming]) => plain(confirming) === plain(text) || plain(confirming) === DISMISSING[language],
      )
      .filter(([other]) => withoutPlural(other) !== question || !catalogue[`${question}.confirm`])
      .map(([other, confirming]) => `${other}: « ${confirming} » beside « ${text} »`);
  });
}

/** Keys that a source shows on a confirming button beside the kit's own dismissing one. */
export const besideDefaultDismissal = (source: string): string[] =>
  [...source.matchAll(/<ConfirmDialog\b[\s\S]*?\n\s*>/g)].flatMap(([element]) =>
    /\bcancel=/.test(element)
      ? []
      : [...element.matchAll(/\bconfirm=\{\w+\('([^']+)'/g)].map(([, key = '']) => key),
  );

const catalogues = trackedFiles.flatMap((path) => {
  const language = /[/.](fr|en)\.json$/.exec(path)?.[1] as Language | undefined;
  return language ? [{ path, language, texts: JSON.parse(read(path)) as Catalogue }] : [];
});

/** Text keys of transitions that only the system does: no button shows them. */
const systemTransitions = async (): Promise<ReadonlySet<string>> =>
  new Set(
    (await declaredResources()).flatMap(({ name, lifecycle }) =>
      Object.entries(lifecycle?.transitions ?? {}).flatMap(([transition, { system }]) =>
        system ? [`${name}.action.${transition}`] : [],
      ),
    ),
  );

it.each(catalogues)('$path: confirming and dismissing texts differ', async ({ texts, language }) =>
  expect(confusions(texts, language, await systemTransitions())).toEqual([]),
);

it('no confirming button reads like the dismissing one of its dialog', () => {
  const keys = productSources.flatMap((path) =>
    besideDefaultDismissal(read(path)).map((key) => ({ path, key })),
  );
  const unclear = keys.flatMap(({ path, key }) =>
    catalogues
      .filter(({ texts, language }) => texts[key] && beginsLikeDismissing(texts[key], language))
      .map(({ language }) => `${path}: ${key} (${language})`),
  );
  expect(keys.length).toBeGreaterThan(5);
  expect(unclear).toEqual([]);
});

describe('the check itself', () => {
  it('finds a transition that reads « Annuler » beside « Annuler »', () => {
    expect(confusions({ 'a.b.action.cancel': 'Annuler' }, 'fr')).toHaveLength(1);
    expect(confusions({ 'a.b.action.cancel': 'Annuler la vente' }, 'fr')).toHaveLength(1);
    const pair = {
      'a.b.action.cancel.confirm': 'Annuler la vente',
      'a.b.action.cancel.keep': 'Garder la vente',
    };
    expect(confusions({ 'a.b.action.cancel': 'Annuler', ...pair }, 'fr')).toEqual([]);
  });

  it('finds equal and bare texts, of each plural', () => {
    expect(confusions({ 'x.confirm': 'Garder', 'x.keep': 'garder ' }, 'fr')).toHaveLength(1);
    expect(confusions({ 'x.confirm_one': 'Cancel', 'x.keep': 'Keep' }, 'en')).toHaveLength(1);
    expect(confusions({ 'x.confirm': 'Cancel the sale', 'x.keep': 'Cancel' }, 'en')).toHaveLength(1);
    expect(confusions({ 'x.confirm': 'Cancel the sale', 'x.keep': 'Keep the sale' }, 'en')).toEqual([]);
    expect(confusions({ 'x.confirm': 'Cancellation slip', 'x.keep': 'No slip' }, 'en')).toEqual([]);
  });

  it('finds a dialog with the default dismissing text', () => {
    expect(besideDefaultDismissal("<ConfirmDialog\n  confirm={t('a.stop')}\n>")).toEqual(['a.stop']);
    expect(
      besideDefaultDismissal("<ConfirmDialog\n  cancel={t('a.keep')}\n  confirm={t('a.stop')}\n>"),
    ).toEqual([]);
  });
});
