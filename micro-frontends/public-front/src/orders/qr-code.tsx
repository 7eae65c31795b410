import { useMemo } from 'react';
import { useText } from '../app/use-text';
import { qrPath } from './qr-path';

/** Dark on white in every theme: readers at the door expect it. */
export function QrCode({ code }: { code: string }) {
  const t = useText();
  const { size, path } = useMemo(() => qrPath(code), [code]);
  return (
    <svg
      className="order-qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('order.qr')}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
