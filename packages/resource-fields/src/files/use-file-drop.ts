import { type DragEvent, useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** File drop on an element: whether files hover over it, and its event handlers. */
export const useFileDrop = (onFiles: (files: File[]) => void, active = true) => {
  const [over, setOver] = useState(false);
  // `dragenter` of a child fires before `dragleave` of its parent, so entries are counted.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current += 1;
      setOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      // A drop zone inside another one handles its own drops.
      event.stopPropagation();
      end();
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { over: over && active, handlers: active ? handlers : {} };
};
