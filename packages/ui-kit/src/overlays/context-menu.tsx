import { useId } from 'react';
import { Opening } from '../parts/on-demand';
import type { MenuSection } from './menu-section';
import { ActionList } from './on-demand';
import type { Point } from './top-layer';

export interface ContextMenuProps {
  at: Point;
  label: string;
  sections: readonly MenuSection[];
  onClose: () => void;
  'data-testid'?: string;
}

/** A menu at a point of the window. It takes the focus and returns it; on a phone it opens at the bottom. */
export const ContextMenu = ({ at, label, sections, onClose, ...rest }: ContextMenuProps) => (
  <Opening onClose={onClose}>
    <ActionList
      id={useId()}
      label={label}
      sections={sections}
      side="left"
      at={at}
      className="c-context"
      testId={rest['data-testid']}
      onClose={onClose}
    />
  </Opening>
);
