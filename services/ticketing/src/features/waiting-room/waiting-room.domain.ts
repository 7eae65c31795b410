/** How many buyers one performance admits, and when the service counts as full. */
export interface WaitingRoomLimits {
  /** Buyers who may choose seats of one performance at the same time; a performance may have its own number. */
  buyers: number;
  /** Buyers of one performance who are admitted per second, once some have to wait. */
  admittedPerSecond: number;
  /** Places that one client network may have in the line of one performance. */
  placesPerNetwork: number;
  /** Share of a performance's seats, in percent, that the admitted buyers of one network may hold together. */
  shareOfAdmitted: number;
  /** Longest event-loop delay of this process (99th percentile of a second, in ms); 0 is not measured. */
  eventLoopDelayMs: number;
  /** Most holds that this process works on at the same time; 0 is not measured. */
  holdsInFlight: number;
}

export const WAITING_ROOM_LIMITS: WaitingRoomLimits = {
  buyers: 400,
  admittedPerSecond: 20,
  placesPerNetwork: 600,
  shareOfAdmitted: 50,
  eventLoopDelayMs: 300,
  holdsInFlight: 100,
};

/** AUTO opens by itself when the performance is full, ON makes everybody wait for admission, OFF admits everybody. */
export type WaitingRoomMode = 'AUTO' | 'ON' | 'OFF';

/** A buyer who did not ask for this long has left the line. Longer than any poll, and than a page takes to reload. */
export const ABSENCE_SECONDS = 300;
/** Only buyers who asked within this time are admitted: nobody takes a free place while they are away. */
export const PRESENCE_SECONDS = 90;
/** Time to come in after one's turn has come. */
export const TURN_SECONDS = 120;
/** An admitted buyer whose page is open asks once a minute; without seats and without asking the place ends. */
export const VISIT_SECONDS = 150;
/** Longest stay without a held seat. */
export const LONGEST_VISIT_SECONDS = 1_200;
/** Average stay of a buyer, as long as none has been measured. */
const USUAL_VISIT_SECONDS = 240;

export interface RoomState {
  mode: WaitingRoomMode;
  /** Buyers who may be inside at the same time. */
  buyers: number;
  inside: number;
  waiting: number;
  /** Seats that are neither held nor sold. */
  placesLeft: number;
  onSale: boolean;
  /** A process of the service is overloaded: nobody is admitted for a moment. */
  isPaused: boolean;
  /** Admissions that the bucket allows. */
  budget: number;
}

/** Whether newcomers have to wait. */
export const isOpen = (room: Omit<RoomState, 'placesLeft' | 'onSale' | 'budget'>): boolean =>
  room.mode === 'ON' ||
  (room.mode === 'AUTO' && (room.waiting > 0 || room.isPaused || room.inside >= room.buyers));

/**
 * Buyers to admit now: never more than there are free places inside, seats to choose from, and admissions in the bucket.
 * With OFF the line is dissolved.
 */
export function admissions(room: RoomState): number {
  if (room.mode === 'OFF') return room.waiting;
  if (room.isPaused || !room.onSale) return 0;
  const most = Math.min(room.waiting, room.buyers - room.inside, room.placesLeft, Math.floor(room.budget));
  return Math.max(0, most);
}

/** The bucket of admissions after `seconds`: filled at the rate, never above one second's worth (at least one). */
export const refilled = (budget: number, seconds: number, perSecond: number): number =>
  Math.min(Math.max(1, perSecond), budget + Math.max(0, seconds) * perSecond);

/** Weight of the past in the moving average of admissions: half of it is forgotten in a minute. */
const HALF_LIFE_SECONDS = 60;

/** Admissions per second as a moving average, after `admitted` in the last `seconds`. */
export function paceAfter(pace: number, admitted: number, seconds: number): number {
  if (seconds <= 0) return pace;
  const past = 0.5 ** (seconds / HALF_LIFE_SECONDS);
  return pace * past + (admitted / seconds) * (1 - past);
}

/**
 * Seconds until the buyer at `position` is admitted: by the measured pace, or by the usual stay as long as that is
 * higher (the average begins at zero). Never less than a second.
 */
export function expectedSeconds(
  position: number,
  room: { buyers: number; pace: number },
  limits: Pick<WaitingRoomLimits, 'admittedPerSecond'>,
): number {
  const usual = Math.min(limits.admittedPerSecond, room.buyers / USUAL_VISIT_SECONDS);
  // A tenth of the usual pace is the floor: one idle minute must not show a wait of days.
  const pace = Math.min(limits.admittedPerSecond, room.pace > 0 ? Math.max(room.pace, usual / 10) : usual);
  return Math.max(1, Math.ceil(position / pace));
}

const POLL_SECONDS = { shortest: 5, longest: 60 };
/** Requests per second that a whole line may cause. */
const POLLS_PER_SECOND = 100;

/**
 * Seconds until the next question of a waiting buyer: often when the turn is near, seldom when it is far, and never so
 * often that a long line is a load of its own. `random` (0 to 1) spreads buyers who came together by a fifth.
 */
export function pollSeconds(expected: number, waiting: number, random: number): number {
  const unbounded = Math.max(expected / 8, waiting / POLLS_PER_SECOND);
  const bounded = Math.min(POLL_SECONDS.longest, Math.max(POLL_SECONDS.shortest, unbounded));
  return Math.round(bounded * (0.9 + random * 0.2));
}

/** Seconds until the next sign of life of an admitted buyer. */
export const heartbeatSeconds = (random: number): number => Math.round(50 + random * 20);
