import { productSources, read, trackedFiles } from './tracked-files';

interface Source {
  path: string;
  text: string;
}

/** Comments may name what code must not do. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');

/** The sources of the product: no tests, no tools for developers. */
const sources: Source[] = productSources
  .filter((path) => !/^packages\/(?:test-kit|sample)\//.test(path))
  .map((path) => ({ path, text: withoutComments(read(path)) }));

const server = ({ path }: Source) =>
  /^(?:gateway|services|packages\/(?:service-kit|job-runner|resource-server|resource-exchange|templates|template-server))\//.test(
    path,
  );

/** The call that begins at an offset of a text, up to its closing parenthesis. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', start); at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}
const callsOf = (name: RegExp, text: string): string[] =>
  [...text.matchAll(new RegExp(name, 'g'))].map(({ index }) => callAt(text, index));

interface Rule {
  rule: string;
  of?: (source: Source) => boolean;
  /** The violations of the rule in a text. */
  broken: (text: string) => string[];
  /** Files where it is intended, and tested. */
  except?: readonly string[];
  /** Texts in which the rule must find a violation. */
  seen: readonly string[];
  unseen?: readonly string[];
}

const matching = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map(([found]) => found);

/** A constant, by our spelling of constants, or a pattern of a file of rules that is part of the product. */
const CONSTANT = /^(?:[A-Z][A-Z_\d]*\b|rule\.pattern$)/;
/** Regular expressions that are built from anything but constants. */
const madeExpressions = (text: string): string[] =>
  callsOf(/\bRegExp\(/, text).filter((call) => {
    const inside = call.slice('RegExp('.length, -1);
    const template = /^`([\s\S]*)`(?:,\s*'\w+')?$/.exec(inside);
    if (!template) return !CONSTANT.test(inside.split(',')[0] ?? '') && !/^(['"])[^'"]*\1/.test(inside);
    return [...(template[1] ?? '').matchAll(/\$\{([^}]*)/g)].some(
      ([, name = '']) => !CONSTANT.test(name.trim()),
    );
  });

const RULES: Rule[] = [
  {
    rule: 'no text is run as code',
    broken: matching(/\beval\(|\bnew Function\(|(?<![.\w])Function\(|\bset(?:Timeout|Interval)\(\s*['"`]/g),
    seen: ['eval(text)', 'new Function("a", text)', 'setTimeout("run()", 1)'],
    unseen: ['retrieval(x)', 'setTimeout(() => run(), 1)'],
  },
  {
    rule: 'no text becomes a part of a page but as text',
    broken: matching(
      /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|document\.write\(|createContextualFragment|srcDoc=/g,
    ),
    except: [
      // Rich text of users: the server sanitises it when it is stored, the page again before it is shown.
      'packages/resource-fields/src/rich-text-show.tsx',
      // The drawing of a plan, whose texts are escaped; `draw.test.ts` draws hostile ones.
      'packages/seat-plan/src/show-markup.ts',
    ],
    seen: ['<p dangerouslySetInnerHTML={{ __html: text }} />', 'element.innerHTML = text'],
    unseen: ['if (element.innerHTML === text)', 'element.textContent = text'],
  },
  {
    rule: 'no regular expression is made of input',
    broken: madeExpressions,
    seen: ['new RegExp(words)', 'new RegExp(`^${word}$`)', "new RegExp(`${WORD}|${query.q}`, 'i')"],
    unseen: ["new RegExp('^a$')", "new RegExp(`^${WORD}(/|$)`, 'u')", 'new RegExp(`${APART.source}+`)'],
  },
  {
    rule: 'no call follows a redirection',
    of: server,
    broken: (text) =>
      callsOf(/(?<![.\w]|\basync )fetch\(/, text).filter(
        (call) => !/redirect: '(?:error|manual)'/.test(call),
      ),
    seen: ['await fetch(url)', "fetch(url, { redirect: 'follow' })"],
    unseen: [
      "fetch(url, { redirect: 'error' })",
      'this.fetch(key, token)',
      'private async fetch(key: string)',
    ],
  },
  {
    rule: 'no safe method needs more than a right to read',
    of: server,
    broken: (text) =>
      callsOf(/\broute\.get\(/, text).filter((call) =>
        [...call.matchAll(/\bright: (`[^`]*`|[^,}]+)|\baccess: access\(([^)]*)\)/g)].some(
          ([, right = '', operation = '']) => !/\.read['`]|^READ_|^'read'/.test((right || operation).trim()),
        ),
      ),
    seen: [
      "route.get('/x', { access: { right: 'crm.tiers.delete' } }, run)",
      "route.get(x, { access: access('update') })",
    ],
    unseen: [
      "route.get('/x', { access: { right: 'crm.tiers.read' } }, run)",
      "route.get('/x', { access: { right: `${tiers.rights}.read` } }, run)",
      "route.get(x, { access: access('read') })",
    ],
  },
  {
    rule: 'no certificate goes unverified',
    of: server,
    broken: matching(
      /rejectUnauthorized['"]?\s*:(?!\s*true\b)|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|sslmode=(?:no-verify|disable)/g,
    ),
    seen: ['{ rejectUnauthorized: false }', "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'"],
    unseen: ['{ rejectUnauthorized: true }'],
  },
  {
    rule: 'no answer is opened to other origins',
    of: server,
    broken: matching(/access-control-allow-[\w-]+|from 'cors'|require\('cors'\)/gi),
    seen: ["response.set('Access-Control-Allow-Origin', '*')", "import cors from 'cors'"],
  },
  {
    rule: 'no program is started but our own reader of files',
    of: server,
    broken: (text) =>
      matching(/(?:import [^;]*from|require\(|import\()\s*['"](?:node:)?child_process['"]/g)(text).filter(
        (found) => found !== "import { fork } from 'node:child_process'",
      ),
    seen: ["import { fork, exec } from 'node:child_process'", "require('child_process')"],
    unseen: ["import { fork } from 'node:child_process'"],
  },
];

test('finds the sources of the product', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(server).length).toBeGreaterThan(150);
});

describe.each(RULES)('$rule', ({ of = () => true, broken, except = [], seen, unseen = [] }) => {
  test('holds in the product', () => {
    const found = sources
      .filter((source) => of(source) && !except.includes(source.path))
      .flatMap(({ path, text }) => broken(text).map((violation) => `${path}: ${violation}`));
    expect(found).toEqual([]);
  });

  test('detects violations, and only these', () => {
    expect(seen.filter((text) => broken(text).length === 0)).toEqual([]);
    expect(unseen.filter((text) => broken(text).length > 0)).toEqual([]);
    for (const path of except)
      expect(sources.some((source) => source.path === path && broken(source.text).length > 0)).toBe(true);
  });
});

const styles = trackedFiles.filter((path) =>
  /^(?:packages\/[\w-]+|micro-frontends\/(?!api-docs)[\w-]+)\/src\/.+\.css$/.test(path),
);

describe('the size of texts follows the one set in the browser', () => {
  const PIXELS = /([^{}]*)\{[^{}]*?(?:font-size|line-height|font):[^;{}]*\dpx/g;
  /** Texts of drawings: their units are those of the drawing. */
  const DRAWN = /\.seat-plan-(?:numbers text|party text|rows text|stage text|scene \.seat-plan-table)\s*$/;
  const inPixels = (text: string): string[] =>
    [...withoutComments(text).matchAll(PIXELS)]
      .map(([, selector = '']) => selector.trim())
      .filter((selector) => !DRAWN.test(selector));

  test('no style sheet gives it in pixels', () => {
    expect(styles.length).toBeGreaterThan(50);
    expect(styles.flatMap((path) => inPixels(read(path)).map((found) => `${path}: ${found}`))).toEqual([]);
  });

  test('detects violations, and only these', () => {
    expect(inPixels('.a { font: 500 12px/1 x; } .b { color: red; line-height: 20px; }')).toEqual([
      '.a',
      '.b',
    ]);
    expect(inPixels('.a { font-size: 1rem; height: 2px } .seat-plan-rows text { font: 10px/1 x }')).toEqual(
      [],
    );
  });
});

describe('a layout changes at three widths, which follow the size of texts', () => {
  const CONDITION = /\((?:(?:min|max)-)?width *[:<>=]+ *([^)]*)\)|\(([^()]*[<>]=? *width[^()]*)\)/g;
  const WIDTHS = new Set([
    'max 45em',
    'max 56.25em',
    'max 73.75em',
    'min 45.01em',
    'min 56.26em',
    'min 73.76em',
  ]);
  const others = (text: string): string[] =>
    [...withoutComments(text).matchAll(/@media([^{]*)\{|matchMedia\(\s*'([^']*)'|= '(\([^']*-width:[^']*)'/g)]
      .flatMap(([, rule, query, constant]) => [...(rule ?? query ?? constant ?? '').matchAll(CONDITION)])
      .map(([condition]) => condition)
      .filter((condition) => {
        const [, bound, width] = /^\((min|max)-width: (.*)\)$/.exec(condition) ?? [];
        return !WIDTHS.has(`${bound} ${width}`);
      });

  test('in style sheets and scripts', () => {
    const scripts = trackedFiles.filter((path) =>
      /^(?:packages|micro-frontends\/(?!api-docs)[\w-]+)\/.*src\/.+(?<!\.test)\.tsx?$/.test(path),
    );
    const found = [...styles, ...scripts].flatMap((path) =>
      others(read(path)).map((condition) => `${path}: ${condition}`),
    );
    expect(found).toEqual([]);
  });

  test('detects violations, and only these', () => {
    expect(others('@media (max-width: 44em) {} @media (width >= 45em) {}')).toHaveLength(2);
    expect(others("const PHONE = '(max-width: 720px)'")).toEqual(['(max-width: 720px)']);
    expect(others('@media (max-width: 45em) and (hover: none) {} @container (max-width: 560px) {}')).toEqual(
      [],
    );
    expect(others("const PHONE = '(max-width: 45em)'; .a { max-width: 720px }")).toEqual([]);
  });
});
