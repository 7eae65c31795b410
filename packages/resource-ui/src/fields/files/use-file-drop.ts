import { type DragEvent, useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Files dragged from the computer over an element: whether they hover, and what it takes to receive them. */
export const useFileDrop = (onFiles: (files: File[]) => void, active = true) => {
  const [over, setOver] = useState(false);
  // Children of the element are entered before their parent is left.
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
      // An area inside the page takes what is dropped on it for itself.
      event.stopPropagation();
      end();
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { over: over && active, handlers: active ? handlers : {} };
};
