/** Seats of the basket, each with the formula that was chosen for it (or none yet). */
export type Choice = ReadonlyMap<string, string | null>;

export interface HoldQueueOptions<Answer> {
  /** Requests a hold of exactly these seats; all or nothing. */
  send(choice: Choice): Promise<Answer>;
  /** Called with the choice to show, before the server has responded. */
  onChange(choice: Choice, busy: boolean): void;
  onConfirmed(answer: Answer): void;
  onRefused(error: unknown, sent: Choice): void;
}

/** Seats that the server has chosen and holds. */
export interface Chosen<Answer> {
  choice: Choice;
  answer: Answer;
}

export interface HoldQueue<Answer> {
  set(choice: Choice): void;
  /** Lets the server choose, instead of what was chosen so far; later clicks come on top. */
  choose(request: () => Promise<Chosen<Answer>>): void;
  /** Sets the seats held on the server; ignored during a request, whose response is newer. */
  sync(choice: Choice): void;
  readonly current: Choice;
}

const same = (a: Choice, b: Choice): boolean =>
  a.size === b.size && [...a].every(([seat, formula]) => b.has(seat) && b.get(seat) === formula);

/**
 * Shows every click at once and sends one request at a time, always with the latest choice.
 * A refusal reverts the changes of that request and keeps later clicks.
 */
export function createHoldQueue<Answer>(options: HoldQueueOptions<Answer>): HoldQueue<Answer> {
  let confirmed: Choice = new Map();
  let latest: Choice = new Map();
  let busy = false;
  let request: (() => Promise<Chosen<Answer>>) | null = null;

  const show = (): void => options.onChange(latest, busy);

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (request || !same(latest, confirmed)) {
      const sent = latest;
      const choose = request;
      request = null;
      show();
      try {
        if (choose) {
          const { choice, answer } = await choose();
          latest = replay(choice, sent, latest);
          confirmed = choice;
          options.onConfirmed(answer);
        } else {
          const answer = await options.send(sent);
          confirmed = sent;
          options.onConfirmed(answer);
        }
      } catch (error) {
        latest = replay(confirmed, sent, latest);
        options.onRefused(error, choose ? new Map() : sent);
      }
    }
    busy = false;
    show();
  }

  return {
    set(choice) {
      latest = choice;
      show();
      void pump();
    },
    choose(next) {
      request = next;
      void pump();
    },
    sync(choice) {
      if (busy || (same(choice, confirmed) && same(choice, latest))) return;
      confirmed = choice;
      latest = choice;
      show();
    },
    get current() {
      return latest;
    },
  };
}

/** Applies the changes between `from` and `to` to `base`. */
function replay(base: Choice, from: Choice, to: Choice): Choice {
  const result = new Map(base);
  for (const seat of from.keys()) if (!to.has(seat)) result.delete(seat);
  for (const [seat, formula] of to)
    if (!from.has(seat) || from.get(seat) !== formula) result.set(seat, formula);
  return result;
}
