import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useResourceText } from '@coulisse/resource-client';
import { Failure } from '../parts/failure';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).toString();

/** Page limit of the preview, which serves to recognise a document; longer ones can be downloaded. */
const MAX_PAGES = 30;

/** Renders the pages of a PDF one under the other; phones have no built-in PDF viewer. */
const PdfPages = ({ content }: { content: Blob }) => {
  const text = useResourceText();
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let over = false;
    let task: ReturnType<typeof getDocument> | null = null;
    const load = async () => {
      try {
        const data = new Uint8Array(await content.arrayBuffer());
        if (over) return;
        task = getDocument({ data, isEvalSupported: false, useWasm: false });
        const loaded = await task.promise;
        if (!over) setDocument(loaded);
      } catch (cause) {
        if (!over) setFailure(cause);
      }
    };
    void load();
    return () => {
      over = true;
      void task?.destroy();
    };
  }, [content]);
  if (failure) return <Failure failure={failure} />;
  if (!document) return null;
  const shown = Math.min(document.numPages, MAX_PAGES);
  return (
    <div className="r-pdf">
      {Array.from({ length: shown }, (_, index) => (
        <PdfPage key={index} document={document} page={index + 1} />
      ))}
      {shown < document.numPages && (
        <p className="c-soft">{text('field.file.morePages', { count: document.numPages - shown })}</p>
      )}
    </div>
  );
};

const PdfPage = ({ document, page }: { document: PDFDocumentProxy; page: number }) => {
  const text = useResourceText();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let over = false;
    let stop: () => void = () => undefined;
    const draw = async () => {
      const loaded = await document.getPage(page);
      const place = canvas.current;
      if (over || !place) return;
      const usual = loaded.getViewport({ scale: 1 });
      const targetWidth = place.clientWidth * Math.min(2, window.devicePixelRatio || 1);
      const viewport = loaded.getViewport({ scale: targetWidth / usual.width });
      place.width = Math.floor(viewport.width);
      place.height = Math.floor(viewport.height);
      const task = loaded.render({ canvas: place, viewport });
      stop = () => task.cancel();
      // A cancelled rendering rejects: that is not an error.
      await task.promise.catch(() => undefined);
    };
    void draw();
    return () => {
      over = true;
      stop();
    };
  }, [document, page]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={text('field.file.page', { page, total: document.numPages })}
    />
  );
};

export default PdfPages;
