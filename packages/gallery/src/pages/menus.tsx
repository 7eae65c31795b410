import { ChevronDown, Copy, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, Dialog, Field } from '@coulisse/ui-kit';
import { Anchored, ContextMenu, DatePicker, Menu, type MenuSection, Popover } from '@coulisse/ui-kit/complex';
import { Example, ExampleRow } from '../app/example';
import type { GalleryPage } from '../app/page';
import { useGalleryText } from '../app/texts';

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
          shortcut: 'E',
          onSelect: nothing,
        },
        {
          key: 'duplicate',
          label: text('word.duplicate'),
          icon: <Copy className="c-icon" aria-hidden />,
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

const UnderButton = () => {
  const text = useGalleryText();
  const sections = useSections();
  return (
    <Example
      title={text('menus.menu')}
      code={`<Menu label="…" sections={sections} trigger={(props) => <Button {...props}>…</Button>} />`}
    >
      <ExampleRow>
        <ActionsMenu sections={sections} />
      </ExampleRow>
    </Example>
  );
};

const ActionsMenu = ({ sections }: { sections: readonly MenuSection[] }) => {
  const text = useGalleryText();
  return (
    <Menu
      label={text('menus.label')}
      side="left"
      sections={sections}
      trigger={(props) => (
        <Button {...props} icon={<ChevronDown aria-hidden />}>
          {text('menus.label')}
        </Button>
      )}
    />
  );
};

const SheetUnderButton = () => {
  const text = useGalleryText();
  return (
    <Example
      title={text('menus.popover')}
      code={`<Popover label="…" trigger={(props) => <Button {...props}>…</Button>}>{(close) => …}</Popover>`}
    >
      <ExampleRow>
        <Sheet />
      </ExampleRow>
    </Example>
  );
};

const Sheet = () => {
  const text = useGalleryText();
  return (
    <Popover
      label={text('menus.popover')}
      trigger={(props) => <Button {...props}>{text('menus.popover.open')}</Button>}
    >
      {(close) => (
        <div className="g-anchored">
          <p>{text('menus.anchored.body')}</p>
          <Button size="small" onClick={close}>
            {text('word.close')}
          </Button>
        </div>
      )}
    </Popover>
  );
};

const InsideDialog = () => {
  const text = useGalleryText();
  const sections = useSections();
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState<string | null>('2026-11-23');
  return (
    <Example
      title={text('menus.nested')}
      code={`<Dialog title="…"><Menu … /><Popover …>…</Popover><DatePicker … /></Dialog>`}
    >
      <ExampleRow>
        <Button onClick={() => setOpen(true)}>{text('menus.nested.open')}</Button>
      </ExampleRow>
      {isOpen && (
        <Dialog title={text('menus.nested')} onClose={() => setOpen(false)}>
          <ExampleRow>
            <ActionsMenu sections={sections} />
            <Sheet />
          </ExampleRow>
          <Field label={text('dates.day')}>
            {(control) => <DatePicker control={control} value={day} onChange={setDay} />}
          </Field>
        </Dialog>
      )}
    </Example>
  );
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
    <SheetUnderButton />
    <InsideDialog />
    <AtPointer />
    <BesideElement />
  </>
);

export const menus: GalleryPage = {
  slug: 'menus',
  group: 'parts',
  components: ['Menu', 'Popover', 'ContextMenu', 'Anchored'],
  Content,
};
