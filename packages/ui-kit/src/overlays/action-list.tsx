import { Menu as PrimeMenu } from 'primereact/menu';
import type { MenuItem } from 'primereact/menuitem';
import { DomHandler } from 'primereact/utils';
import {
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactNode,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { Prime } from '../prime/prime';
import type { MenuAction, MenuSection } from './menu-section';
import type { Point } from './top-layer';
import { useOutside } from './use-outside';

export interface ActionListHandle {
  /** Hides the menu and returns the focus to the element that had it. */
  close(): void;
}

export interface ActionListProps {
  ref?: Ref<ActionListHandle>;
  id: string;
  label: string;
  sections: readonly MenuSection[];
  /** Edge that the menu shares with its opener, in a text from left to right. */
  side: 'left' | 'right';
  /** The element beside which it is shown. */
  opener?: () => HTMLElement | null;
  /** A point of the window, instead of an opener. */
  at?: Point;
  className: string;
  testId?: string;
  /** A press inside does not close the menu; without it, the menu itself. */
  root?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * PrimeReact's menu in the top layer, where no scrolling panel clips it and no modal dialog covers it. It is in the DOM
 * beside its opener, so that it is not inert inside a dialog. It opens when it is mounted, and takes the focus.
 */
export const ActionList = ({
  ref,
  id,
  label,
  sections,
  side,
  opener,
  at,
  className,
  testId,
  root,
  onClose,
}: ActionListProps) => {
  const layer = useRef<HTMLDivElement>(null);
  const point = useRef<HTMLSpanElement>(null);
  const menu = useRef<PrimeMenu>(null);
  const opened = useRef<{ anchor: HTMLElement; focused: Element | null } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [align, setAlign] = useState(side);
  const close = () => {
    if (opened.current) menu.current?.hide(eventOf(opened.current.anchor));
  };
  useImperativeHandle(ref, () => ({ close }));
  // PrimeReact's menu can be shown once it is mounted.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    if (!isMounted) return setMounted(true);
    const anchor = opener?.() ?? point.current;
    if (!anchor || opened.current) return;
    opened.current = { anchor, focused: document.activeElement };
    setOpen(true);
    setAlign(alignmentOf(anchor, side));
    layer.current?.showPopover();
    menu.current?.show(eventOf(anchor));
    // Once: another opener would be another menu.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMounted]);
  useOutside(root ?? layer, isOpen, close);
  // After each render: the content may have grown.
  useLayoutEffect(() => {
    const element = menu.current?.getElement();
    if (element && opened.current) place(element, opened.current.anchor, align);
  });
  const hidden = () => {
    const focused = opened.current?.focused;
    if (!opened.current) return;
    opened.current = null;
    // The focus stays where a press outside or the chosen action has moved it.
    const { activeElement } = document;
    const isInside = activeElement === document.body || layer.current?.contains(activeElement);
    if (isInside && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    layer.current?.hidePopover();
    setOpen(false);
    onClose();
  };
  const before = (event: KeyboardEvent) => {
    const active = layer.current?.querySelector('[data-p-focused="true"]');
    const isChoice = event.key === 'Enter' || event.key === ' ';
    if (isChoice && active?.getAttribute('aria-disabled') === 'true') {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (isLetter(event)) activate(startingWith(layer.current, active, event.key));
  };
  const after = (event: KeyboardEvent) => {
    // The elements behind the menu must not handle its keys; Escape must not close a dialog around it.
    event.stopPropagation();
    if (event.key === 'Escape') event.preventDefault();
    requestAnimationFrame(() =>
      layer.current?.querySelector('[data-p-focused="true"]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  return (
    <div
      ref={layer}
      popover="manual"
      className="c-layer"
      onKeyDownCapture={before}
      onKeyDown={after}
      onClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {at && <span ref={point} className="c-menu-point" style={{ left: at.x, top: at.y }} />}
      <Prime>
        <PrimeMenu
          ref={menu}
          popup
          appendTo="self"
          id={id}
          className={className}
          popupAlignment={align}
          model={modelOf(id, sections)}
          pt={{ menu: { 'aria-label': label, 'data-testid': testId } as object }}
          onHide={hidden}
        />
      </Prime>
    </div>
  );
};

/** The types of PrimeReact lack the third parameter. */
const place = DomHandler.absolutePosition.bind(DomHandler) as (
  element: HTMLElement,
  anchor: HTMLElement,
  align: 'left' | 'right',
) => void;

/** PrimeReact's menu knows left and right only: in a text from right to left, they change places. */
const alignmentOf = (anchor: Element, side: 'left' | 'right'): 'left' | 'right' => {
  if (getComputedStyle(anchor).direction !== 'rtl') return side;
  return side === 'left' ? 'right' : 'left';
};

/** PrimeReact takes the anchor from an event. */
const eventOf = (currentTarget: HTMLElement) => ({ currentTarget }) as unknown as SyntheticEvent;

const isLetter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;

const startingWith = (
  layer: HTMLElement | null,
  active: Element | null | undefined,
  letter: string,
): Element | undefined => {
  const all = [...(layer?.querySelectorAll('.c-menu-entry') ?? [])];
  const next = active ? all.indexOf(active) + 1 : 0;
  return [...all.slice(next), ...all].find((item) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()),
  );
};

/** PrimeReact's menu has no method for it: the item under the pointer becomes the active one. */
const activate = (item: Element | undefined): void => {
  item?.querySelector('.c-menu-item')?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
};

const modelOf = (id: string, sections: readonly MenuSection[]): MenuItem[] =>
  sections
    .filter(({ actions }) => actions.length > 0)
    .flatMap(({ key, title, actions }, index) => {
      // With ids, the active item stays the same when items are added before it.
      const items = actions.map((action) => ({ ...itemOf(action), id: `${id}_${key}_${action.key}` }));
      return [...(index > 0 ? [{ separator: true }] : []), ...(title ? [{ label: title, items }] : items)];
    });

const itemOf = (action: MenuAction): MenuItem => ({
  label: action.label,
  url: action.to,
  data: action,
  command: action.onSelect && (() => action.onSelect()),
  template: (_item, options) => (
    <Line action={action} onMouseMove={(options as { onMouseMove?: MouseEventHandler }).onMouseMove} />
  ),
});

const Line = ({ action, onMouseMove }: { action: MenuAction; onMouseMove?: MouseEventHandler }) => {
  const shared = {
    className: 'c-menu-item',
    'data-danger': action.danger || undefined,
    'data-testid': action.testId,
    onMouseMove,
  };
  const contents: ReactNode = (
    <>
      {action.icon}
      <span>
        {action.label}
        {action.hint && <small>{action.hint}</small>}
      </span>
      {action.shortcut && <kbd>{action.shortcut}</kbd>}
    </>
  );
  if (action.to === undefined) return <div {...shared}>{contents}</div>;
  return (
    // The mark lets PrimeReact follow the link on Enter.
    <Link {...shared} to={action.to} tabIndex={-1} data-pc-section="action">
      {contents}
    </Link>
  );
};
