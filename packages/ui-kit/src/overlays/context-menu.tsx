import { useEffect, useId, useRef, useState } from 'react';
import { ActionList, type ActionListHandle } from './action-list';
import type { MenuSection } from './menu-section';
import type { Point } from './top-layer';

export interface ContextMenuProps {
  at: Point;
  label: string;
  sections: readonly MenuSection[];
  onClose: () => void;
  'data-testid'?: string;
}

/** A menu at a point of the window. It takes the focus and returns it; on a phone it opens at the bottom. */
export const ContextMenu = ({ at, label, sections, onClose, ...rest }: ContextMenuProps) => {
  const list = useRef<ActionListHandle>(null);
  const [isMounted, setMounted] = useState(false);
  // PrimeReact's menu can be shown once it is mounted.
  useEffect(() => {
    if (isMounted) list.current?.open();
    else setMounted(true);
  }, [isMounted]);
  return (
    <ActionList
      ref={list}
      id={useId()}
      label={label}
      sections={sections}
      side="left"
      at={at}
      className="c-context"
      testId={rest['data-testid']}
      onClose={onClose}
    />
  );
};
