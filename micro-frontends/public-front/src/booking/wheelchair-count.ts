const keyOf = (performanceId: string): string => `coulisse.wheelchairs.${performanceId}`;

export interface WheelchairCount {
  /** The newest wish, which the next request names. */
  readonly current: number;
  wish(count: number): void;
  /** Requests a hold of so many places; shows what is held when the server has answered, or refused. */
  request<Answer>(places: number, send: (wheelchairs: number) => Promise<Answer>): Promise<Answer>;
  /** What the cart holds: without a place of this performance no wheelchair place either. */
  sync(places: number): void;
}

/**
 * Wheelchair places of a party. The cart does not name them; this tab remembers them over a reload, or the next change
 * would seat the party without them.
 */
export function createWheelchairCount(
  performanceId: string,
  onChange: (count: number) => void,
): WheelchairCount {
  const key = keyOf(performanceId);
  let held = 0;
  let latest = 0;
  let running = 0;
  let isRead = false;
  const show = (count: number): void => {
    latest = count;
    onChange(count);
  };
  return {
    get current() {
      return latest;
    },
    wish: show,
    async request(places, send) {
      const wish = latest;
      const count = Math.min(wish, places);
      running += 1;
      isRead = true;
      try {
        const answer = await send(count);
        held = count;
        sessionStorage.setItem(key, String(count));
        return answer;
      } finally {
        running -= 1;
        // A later wish stays: its request comes next.
        if (latest === wish) show(held);
      }
    },
    sync(places) {
      if (running > 0) return;
      if (places === 0) {
        held = 0;
        sessionStorage.removeItem(key);
        show(0);
      } else if (!isRead) {
        const stored = Number(sessionStorage.getItem(key) ?? 0);
        held = Number.isInteger(stored) && stored > 0 ? Math.min(stored, places) : 0;
        show(held);
      }
      isRead = true;
    },
  };
}
