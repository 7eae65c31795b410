import { ChevronDown, Copy, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Anchored, Button, ContextMenu, Menu, type MenuSection } from '@coulisse/ui-kit';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

const UnderButton = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('menus.menu')}
      code={`<Menu label="…" trigger={(props) => <Button {...props}>…</Button>}>{(close) => …}</Menu>`}
    >
      <ExampleRow>
        <Menu
          label={text('menus.label')}
          side="left"
          trigger={(props) => (
            <Button {...props} icon={<ChevronDown aria-hidden />}>
              {text('menus.label')}
            </Button>
          )}
        >
          {(close) => (
            <>
              <button type="button" className="c-menu-item" onClick={close}>
                <Pencil className="c-icon" aria-hidden />
                {text('word.edit')}
              </button>
              <button type="button" className="c-menu-item" onClick={close}>
                <Copy className="c-icon" aria-hidden />
                {text('word.duplicate')}
              </button>
              <hr className="c-menu-rule" />
              <button type="button" className="c-menu-item" data-danger onClick={close}>
                <Trash2 className="c-icon" aria-hidden />
                {text('word.delete')}
              </button>
            </>
          )}
        </Menu>
      </ExampleRow>
    </Example>
  );
};

const useSections = (): MenuSection[] => {
  const text = useGalleryText();
  const nothing = () => undefined;
  return [
    {
      key: 'actions',
      actions: [
        {
          key: 'edit',
          label: text('word.edit'),
          icon: <Pencil className="c-icon" aria-hidden />,
          onSelect: nothing,
        },
        {
          key: 'delete',
          label: text('word.delete'),
          icon: <Trash2 className="c-icon" aria-hidden />,
          hint: text('buttons.reason'),
          disabled: true,
          danger: true,
          onSelect: nothing,
        },
      ],
    },
    {
      key: 'states',
      title: text('menus.states'),
      actions: [
        { key: 'draft', label: text('chips.neutral'), checked: false, onSelect: nothing },
        { key: 'paid', label: text('chips.good'), checked: true, onSelect: nothing },
      ],
    },
  ];
};

const AtPointer = () => {
  const text = useGalleryText();
  const sections = useSections();
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  return (
    <Example
      title={text('menus.context')}
      code={`{point && <ContextMenu at={point} label="…" sections={sections} onClose={close} />}`}
    >
      <button
        type="button"
        className="g-target"
        onClick={({ clientX, clientY, currentTarget }) => {
          // Enter and Space click at the origin of the window.
          const box = currentTarget.getBoundingClientRect();
          setPoint(clientX || clientY ? { x: clientX, y: clientY } : { x: box.left, y: box.bottom });
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          setPoint({ x: event.clientX, y: event.clientY });
        }}
      >
        {text('menus.target')}
      </button>
      {point && (
        <ContextMenu
          at={point}
          label={text('menus.label')}
          sections={sections}
          onClose={() => setPoint(null)}
        />
      )}
    </Example>
  );
};

const BesideElement = () => {
  const text = useGalleryText();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <Example
      title={text('menus.anchored')}
      code={`<Anchored anchor={() => element.current} role="dialog" label="…">…</Anchored>`}
    >
      <ExampleRow>
        <Button ref={anchor} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text('menus.anchored.open')}
        </Button>
      </ExampleRow>
      {isOpen && (
        <Anchored anchor={() => anchor.current} role="group" label={text('menus.anchored')}>
          <p className="g-anchored">{text('menus.anchored.body')}</p>
        </Anchored>
      )}
    </Example>
  );
};

const Content = () => (
  <>
    <UnderButton />
    <AtPointer />
    <BesideElement />
  </>
);

export const menus: GalleryPage = {
  slug: 'menus',
  group: 'parts',
  components: ['Menu', 'ContextMenu', 'Anchored'],
  Content,
};
