import { X, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDetector } from './detector';

const EVERY_MS = 150;
/** The code stays in the picture after it was read: it is read again only after this pause. */
const PAUSE_MS = 3_000;

export interface CameraScanProps {
  title: string;
  onCode: (code: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The camera fills the upper part; answers and actions stand below. */
export const CameraScan = ({ title, onCode, onClose, children }: CameraScanProps) => {
  const { t } = useTranslation('ticketing');
  const video = useRef<HTMLVideoElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const track = useRef<MediaStreamTrack | null>(null);
  const report = useRef(onCode);
  const [failed, setFailed] = useState(false);
  const [lit, setLit] = useState(false);
  useEffect(() => {
    report.current = onCode;
  }, [onCode]);
  useEffect(() => close.current?.focus(), []);
  useEffect(() => {
    let stopped = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const element = video.current;
      if (stopped || !element) return stream.getTracks().forEach((track) => track.stop());
      track.current = stream.getVideoTracks()[0] ?? null;
      element.srcObject = stream;
      await element.play();
      const detector = await openDetector();
      let last = { code: '', at: 0 };
      const look = async () => {
        const [found] = await detector.detect(element).catch(() => []);
        const now = Date.now();
        if (found?.rawValue && (found.rawValue !== last.code || now - last.at > PAUSE_MS)) {
          last = { code: found.rawValue, at: now };
          report.current(found.rawValue);
        }
        if (!stopped) timer = setTimeout(() => void look(), EVERY_MS);
      };
      await look();
    };
    start().catch(() => setFailed(true));
    return () => {
      stopped = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);
  const light = () => {
    // `torch` is no standard constraint yet.
    const advanced = [{ torch: !lit } as MediaTrackConstraintSet];
    track.current?.applyConstraints({ advanced }).then(
      () => setLit(!lit),
      () => undefined,
    );
  };
  return (
    <div
      className="tr-camera"
      role="dialog"
      aria-modal="true"
      aria-label={t('reception.scan.title')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="tr-camera-view">
        <header className="tr-camera-bar">
          <button
            ref={close}
            type="button"
            className="tr-tap"
            aria-label={t('reception.scan.close')}
            onClick={onClose}
          >
            <X aria-hidden />
          </button>
          <p>
            <b>{t('reception.scan.title')}</b>
            <small>{title}</small>
          </p>
          <button
            type="button"
            className="tr-tap"
            aria-pressed={lit}
            aria-label={t('reception.scan.light')}
            onClick={light}
          >
            <Zap aria-hidden />
          </button>
        </header>
        {failed ? (
          <p className="tr-camera-failed" role="alert">
            {t('reception.scan.no-camera')}
          </p>
        ) : (
          <>
            <video ref={video} muted playsInline aria-hidden />
            <i className="tr-frame" aria-hidden />
          </>
        )}
      </div>
      {children}
    </div>
  );
};
