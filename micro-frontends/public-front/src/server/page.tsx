import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { embeddedBase, type Embedding, embeddingPath } from '@coulisse/contracts/embedding';
import type { OpenPages, PublicPages, RenderedPage } from '@coulisse/contracts/public-pages';
import { colorDeclarations } from '@coulisse/contracts/site-colors';
import { type Language, toLanguage } from '@coulisse/ui-kit/format';
import { prerenderToNodeStream } from 'react-dom/static';
import { FixedRouter, inside } from '../routing/router';
import { App, createClient } from '../app/app';
import { basePath } from '../app/base-path';
import { FIRST_SCREEN_ID, type FirstScreen, inlineJson } from '../app/first-screen';
import { TitleContext } from '../app/page-title';
import { showColorRules } from '../app/show-color';
import { lookOf } from '../app/site-look';
import { createTheatreStore } from '../app/theatre';
import type { Site } from '../api/types';
import en from '../texts/en';
import fr from '../texts/fr';
import seatsEn from '../texts/seats-en';
import seatsFr from '../texts/seats-fr';
import { TextsProvider } from '../texts/react-i18next';
import { readSearch, writeSearch } from '../catalogue/catalogue-search';
import { firstPage } from './first-queries';
import { headTags } from './head-tags';
import { type Chunks, fill, inlineElements } from './template';

const TEXTS = {
  fr: { ...fr, front: { ...fr.front, ...seatsFr } },
  en: { ...en, front: { ...en.front, ...seatsEn } },
};

/** The path of a place, without its query. */
const pathOf = (place: string): string => place.replace(/\?.*/, '');

const pageAt = (path: string) => firstPage(inside(basePath(path), path));

/** The colours of a theatre for the first paint; the browser takes `data-site` away with the look. */
const siteRule = (site: Site | undefined): string => {
  const declarations = colorDeclarations(site?.colors ?? {});
  return declarations === '' ? '' : `[data-site]{${declarations}}`;
};

async function renderRoot(place: string, { language, theatre, queries }: FirstScreen) {
  const client = createClient();
  for (const [key, data] of queries) client.setQueryData(key, data);
  const head = { title: '' };
  const { prelude } = await prerenderToNodeStream(
    <TextsProvider initial={{ language, texts: TEXTS[language] }}>
      <TitleContext value={head}>
        <FixedRouter base={basePath(pathOf(place))} path={place}>
          <App client={client} theatre={createTheatreStore(theatre)} />
        </FixedRouter>
      </TitleContext>
    </TextsProvider>,
    {
      // Parts that are loaded on demand stand at their place, instead of being moved there by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  client.clear();
  return { html: await text(prelude), title: head.title };
}

interface PagesOptions {
  origin: string;
  /** The text of a style sheet of the build. */
  readStyles: (path: string) => string;
}

/** Pages of a build: the page that it wrote and the names of its scripts. */
export function createPages(
  template: string,
  chunks: Chunks,
  { origin, readStyles }: PagesOptions,
): PublicPages {
  const fixed = inlineElements(template);
  const scriptsOf = (names: readonly string[]) =>
    names.flatMap((name) => chunks[name] ?? []).filter((path) => path.endsWith('.js'));
  const sheets = new Map<string, string>();
  /** Style sheets of parts that are loaded on demand, by their address: the first paint waits for no second answer. */
  const sheetsOf = (names: readonly string[]) =>
    names
      .flatMap((name) => chunks[name] ?? [])
      .filter((path) => path.endsWith('.css'))
      .map((path): [string, string] => {
        const text = sheets.get(path) ?? readStyles(path);
        sheets.set(path, text);
        return [path, text];
      });
  const empty = (language: Language): RenderedPage => ({
    html: fill(template, {
      language,
      title: TEXTS[language].front['title.site'],
      rules: '',
      sheets: [],
      tags: '',
      scripts: scriptsOf([`texts-${language}`]),
      root: '',
      data: '',
      dataId: FIRST_SCREEN_ID,
    }),
    ...fixed,
  });
  return {
    empty: (language) => empty(toLanguage(language)),
    placeOf: (path, query) => path + writeSearch(readSearch(new URLSearchParams(query))),
    isRendered: (place) => pageAt(pathOf(place)) !== undefined,
    async load(place, read) {
      const path = pathOf(place);
      const page = pageAt(path);
      if (!page) return null;
      const embedded = embeddedBase(path);
      const embedding = embedded && ((await read(embeddingPath(embedded.key))) as Embedding);
      const queries = await Promise.all(
        page.queries.map(async ({ queryKey, meta }): Promise<[readonly unknown[], unknown]> => [
          queryKey,
          await read(String(meta?.['path'])),
        ]),
      );
      const theatre = page.theatreOf(queries[0]?.[1]);
      // A theatre embeds its own pages, not those of another one.
      if (embedding && theatre?.id !== embedding.theatre) return null;
      return { theatre, queries };
    },
    isUnderMaintenance: (data) =>
      (data as Omit<FirstScreen, 'language'>).theatre?.site?.maintenance !== undefined,
    async render(place, language, data) {
      const path = pathOf(place);
      const screen = { language: toLanguage(language), ...(data as Omit<FirstScreen, 'language'>) };
      const { html, title } = await renderRoot(place, screen);
      const site = screen.theatre?.site;
      const rules = siteRule(site) + showColorRules(html);
      const { chunks: names = [], hasInlineStyles } = pageAt(path) ?? {};
      const fonts = site?.font ? ['site-fonts'] : [];
      const inlined = sheetsOf([...(hasInlineStyles ? names : []), ...fonts]);
      const page = fill(template, {
        language: screen.language,
        title,
        look: lookOf(site) ?? '',
        font: site?.font,
        rules,
        sheets: inlined,
        tags: headTags({ origin, path, title, screen, text: TEXTS[screen.language].front }),
        scripts: scriptsOf([
          ...names.flatMap((name) => [name, `${name}-words-${screen.language}`]),
          `texts-${screen.language}`,
        ]),
        root: html,
        data: inlineJson(screen),
        dataId: FIRST_SCREEN_ID,
      });
      return {
        html: page,
        styles: [...fixed.styles, ...inlined.map(([, text]) => text), ...(rules === '' ? [] : [rules])],
        scripts: fixed.scripts,
      };
    },
  };
}

/** Pages of the build that this bundle belongs to (`dev/build.mjs` puts it into a folder of it). */
export const openPages: OpenPages = ({ origin }) => {
  const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');
  return createPages(read('../index.html'), JSON.parse(read('chunks.json')) as Chunks, {
    origin,
    readStyles: (path) => read(path.replace(/^\/app\//, '../')),
  });
};
