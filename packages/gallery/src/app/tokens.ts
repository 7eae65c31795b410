/** Custom properties of `:root` and their values, as the stylesheets of the page declare them. */
export type Tokens = ReadonlyMap<string, string>;
export type TokenKind = 'colour' | 'space' | 'radius' | 'height' | 'shadow';

/** Read from the page, so that a token that is added or removed needs no change here. */
export const readTokens = (sheets: StyleSheetList): Tokens => {
  const tokens = new Map<string, string>();
  for (const sheet of sheets)
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') continue;
      for (const name of rule.style)
        if (name.startsWith('--')) tokens.set(name, rule.style.getPropertyValue(name).trim());
    }
  return tokens;
};

const BELONGS: Record<TokenKind, (name: string, value: string) => boolean> = {
  colour: (_name, value) => value.startsWith('#'),
  space: (name) => /^--s\d$/.test(name),
  radius: (name) => name.startsWith('--radius'),
  height: (name) => name.startsWith('--control'),
  shadow: (_name, value) => /^0 .*(?:rgb|#)/.test(value),
};

export const tokensOf = (tokens: Tokens, kind: TokenKind): string[] =>
  [...tokens].filter(([name, value]) => BELONGS[kind](name, value)).map(([name]) => name);
