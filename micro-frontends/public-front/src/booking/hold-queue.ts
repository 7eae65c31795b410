/** Seats of the basket, each with the formula that was chosen for it (or none yet). */
export type Choice = ReadonlyMap<string, string | null>;

export interface HoldQueueOptions<Answer> {
  /** Asks the server for exactly these seats; all or nothing. */
  send(choice: Choice): Promise<Answer>;
  /** What the person sees now, before the server has answered. */
  onChange(choice: Choice, busy: boolean): void;
  onConfirmed(answer: Answer): void;
  onRefused(error: unknown, asked: Choice): void;
}

export interface HoldQueue {
  set(choice: Choice): void;
  /** What the server says the basket holds; ignored while an answer is awaited, which is newer. */
  sync(choice: Choice): void;
  readonly current: Choice;
}

const same = (a: Choice, b: Choice): boolean =>
  a.size === b.size && [...a].every(([seat, formula]) => b.has(seat) && b.get(seat) === formula);

/**
 * Shows every click at once and asks the server one question at a time, always with the latest choice.
 * A refusal takes back what that question had changed and keeps what was clicked meanwhile.
 */
export function createHoldQueue<Answer>(options: HoldQueueOptions<Answer>): HoldQueue {
  let confirmed: Choice = new Map();
  let wanted: Choice = new Map();
  let busy = false;

  const show = (): void => options.onChange(wanted, busy);

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (!same(wanted, confirmed)) {
      const asked = wanted;
      show();
      try {
        const answer = await options.send(asked);
        confirmed = asked;
        options.onConfirmed(answer);
      } catch (error) {
        wanted = replay(confirmed, asked, wanted);
        options.onRefused(error, asked);
      }
    }
    busy = false;
    show();
  }

  return {
    set(choice) {
      wanted = choice;
      show();
      void pump();
    },
    sync(choice) {
      if (busy || (same(choice, confirmed) && same(choice, wanted))) return;
      confirmed = choice;
      wanted = choice;
      show();
    },
    get current() {
      return wanted;
    },
  };
}

/** The changes between `from` and `to`, made to `base` instead. */
function replay(base: Choice, from: Choice, to: Choice): Choice {
  const result = new Map(base);
  for (const seat of from.keys()) if (!to.has(seat)) result.delete(seat);
  for (const [seat, formula] of to)
    if (!from.has(seat) || from.get(seat) !== formula) result.set(seat, formula);
  return result;
}
