import { type CSSProperties, useMemo } from 'react';
import { Example } from '../app/example';
import type { GalleryPage } from '../app/page';
import { readTokens, tokensOf } from '../app/tokens';
import { useGalleryText } from '../app/texts';

interface TokenGridProps {
  names: readonly string[];
  styleOf: (token: string) => CSSProperties;
  className: string;
}

/** The element of each token is a drawing: its name says the same. */
const TokenGrid = ({ names, styleOf, className }: TokenGridProps) => (
  <ul className="g-tokens" role="list">
    {names.map((name) => (
      <li key={name}>
        <i className={className} style={styleOf(`var(${name})`)} aria-hidden />
        <code>{name}</code>
      </li>
    ))}
  </ul>
);

const TypeSizes = () => {
  const text = useGalleryText();
  return (
    <Example title={text('tokens.type')} code={`font: 600 20px/28px var(--text);`}>
      <div className="g-type">
        <p className="g-type-page">{text('tokens.type.page')} · 20/28</p>
        <p className="g-type-section">{text('tokens.type.section')} · 14/20</p>
        <p>{text('tokens.type.body')} · 14/20</p>
        <p className="g-type-caption">{text('tokens.type.caption')} · 12/16</p>
        <p className="g-type-display">{text('tokens.type.display')} · 26/31</p>
        <p className="c-num">1 234,56 € · 98,00 €</p>
      </div>
    </Example>
  );
};

const Content = () => {
  const text = useGalleryText();
  const tokens = useMemo(() => readTokens(document.styleSheets), []);
  return (
    <>
      <Example title={text('tokens.colours')} code={`background: var(--primary); color: var(--on-primary);`}>
        <TokenGrid
          names={tokensOf(tokens, 'colour')}
          className="g-swatch"
          styleOf={(token) => ({ background: token })}
        />
      </Example>
      <TypeSizes />
      <Example title={text('tokens.spaces')} code={`gap: var(--s2);`}>
        <TokenGrid
          names={tokensOf(tokens, 'space')}
          className="g-space"
          styleOf={(token) => ({ width: token })}
        />
      </Example>
      <Example title={text('tokens.shapes')} code={`border-radius: var(--radius); height: var(--control);`}>
        <TokenGrid
          names={tokensOf(tokens, 'radius')}
          className="g-shape"
          styleOf={(token) => ({ borderRadius: token })}
        />
        <TokenGrid
          names={tokensOf(tokens, 'height')}
          className="g-shape"
          styleOf={(token) => ({ height: token })}
        />
      </Example>
      <Example title={text('tokens.shadows')} code={`box-shadow: var(--float);`}>
        <TokenGrid
          names={tokensOf(tokens, 'shadow')}
          className="g-shape"
          styleOf={(token) => ({ boxShadow: token })}
        />
      </Example>
    </>
  );
};

export const tokens: GalleryPage = {
  slug: 'tokens',
  group: 'foundations',
  components: ['tokens.css'],
  Content,
};
