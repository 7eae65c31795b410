import { Button, Tooltip } from '@coulisse/ui-kit';
import { Example, ExampleRow, ExampleStates } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const Content = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('tooltips.sides')}
      code={`<Tooltip text="…">{(id) => <Button aria-describedby={id}>…</Button>}</Tooltip>`}
    >
      <ExampleStates>
        <Tooltip text={text('tooltips.text')} side="left">
          {(id) => <Button aria-describedby={id}>{text('tooltips.left')}</Button>}
        </Tooltip>
        <Tooltip text={text('tooltips.text')} side="left">
          {(id) => (
            <Button kind="quiet" aria-describedby={id}>
              {text('tooltips.focus')}
            </Button>
          )}
        </Tooltip>
      </ExampleStates>
      <ExampleRow>
        <span className="c-push">
          <Tooltip text={text('tooltips.text')}>
            {(id) => <Button aria-describedby={id}>{text('tooltips.right')}</Button>}
          </Tooltip>
        </span>
      </ExampleRow>
    </Example>
  );
};

export const tooltips: GalleryPage = { slug: 'tooltips', group: 'parts', components: ['Tooltip'], Content };
