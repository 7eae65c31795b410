import { OverlayPanel } from 'primereact/overlaypanel';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Prime } from '../prime/prime';

export interface SheetProps {
  layer: RefObject<HTMLDivElement | null>;
  anchor: () => HTMLElement | null;
  id: string;
  label: string;
  onHide: () => void;
  children: ReactNode;
}

/** PrimeReact's sheet in the top layer. It opens when it is mounted. */
export const Sheet = ({ layer, anchor, id, label, onHide, children }: SheetProps) => {
  const panel = useRef<OverlayPanel>(null);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    if (!isMounted) return setMounted(true);
    layer.current?.showPopover();
    panel.current?.show(null, anchor());
    // Once: another anchor would be another sheet.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMounted]);
  return (
    <div ref={layer} popover="manual" className="c-layer">
      <Prime>
        <OverlayPanel
          ref={panel}
          appendTo="self"
          pt={{
            // Focusable, so that a press on a label or on empty space does not move the focus out and close the sheet.
            root: { id, role: 'group', 'aria-label': label, tabIndex: -1 },
          }}
          onHide={onHide}
        >
          {children}
        </OverlayPanel>
      </Prime>
    </div>
  );
};
