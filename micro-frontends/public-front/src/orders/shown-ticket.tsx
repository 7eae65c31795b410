import { Button, Dialog } from '@coulisse/ui-kit';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore, type PointerEvent } from 'react';
import { useText } from '../app/use-text';
import { QrCode } from './qr-code';

/** What is shown of a ticket at the door. */
export interface DoorTicket {
  seat: string;
  category: string;
  formula: string;
  holderName: string | null;
  ticket: { number: string; code: string };
}

/** Keeps the screen on while a code is shown; browsers that cannot do it let it go dark as usual. */
function useScreenOn(): void {
  useEffect(() => {
    let isOpen = true;
    let lock: WakeLockSentinel | undefined;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (!isOpen) void lock?.release();
    };
    void hold();
    // The browser gives the lock up with the page, and not back with it.
    const back = () => void hold();
    document.addEventListener('visibilitychange', back);
    return () => {
      isOpen = false;
      document.removeEventListener('visibilitychange', back);
      void lock?.release();
    };
  }, []);
}

const followConnection = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

const useOnline = (): boolean =>
  useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );

const SWIPE_PX = 48;

/** How many tickets a swipe goes on: one to either side, none for a tap or a movement up or down. */
export function swipeOf(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 };

interface ShownTicketProps {
  seats: readonly DoorTicket[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** One ticket over the whole screen, for the door: dark on white in every theme, the next one by a swipe or a key. */
export function ShownTicket({ seats, at, onMove, onClose }: ShownTicketProps) {
  const t = useText();
  useScreenOn();
  const isOnline = useOnline();
  const start = useRef<{ x: number; y: number } | null>(null);
  const last = seats.length - 1;
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      const step = STEPS[key];
      if (step !== undefined) onMove(Math.min(last, Math.max(0, at + step)));
      else if (key === 'Home') onMove(0);
      else if (key === 'End') onMove(last);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [at, last, onMove]);
  const down = ({ clientX: x, clientY: y }: PointerEvent) => (start.current = { x, y });
  const up = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current) return;
    const step = swipeOf(clientX - start.current.x, clientY - start.current.y);
    start.current = null;
    if (step !== 0) onMove(Math.min(last, Math.max(0, at + step)));
  };
  const seat = seats[at];
  if (!seat) return null;
  return (
    <Dialog
      title={t('order.ticket.position', { position: at + 1, count: seats.length })}
      size="full"
      theme="light"
      bare
      onClose={onClose}
    >
      <div
        className="order-shown"
        data-testid="shown-ticket"
        onPointerDown={down}
        onPointerUp={up}
        onPointerCancel={() => (start.current = null)}
      >
        <div className="order-shown-code">
          <QrCode code={seat.ticket.code} />
        </div>
        <div aria-live="polite">
          <h3>{seat.seat}</h3>
          <p>{[seat.category, seat.formula].join(' · ')}</p>
          {seat.holderName && <p>{seat.holderName}</p>}
          <p className="c-soft">{seat.ticket.number}</p>
        </div>
        <p className="c-soft">{t('order.brightness')}</p>
        {!isOnline && (
          <p className="order-shown-offline" role="status" data-testid="ticket-offline">
            {t('order.offline')}
          </p>
        )}
        {seats.length > 1 && (
          <div className="order-shown-steps">
            <Button
              icon={<ChevronLeft aria-hidden />}
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
              data-testid="previous-ticket"
            >
              {t('order.previous')}
            </Button>
            <Button disabled={at === last} onClick={() => onMove(at + 1)} data-testid="next-ticket">
              {t('order.next')}
              <ChevronRight aria-hidden />
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
