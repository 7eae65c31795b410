// Progress on the terminal: one line per finished step with its time, and below them the running steps.
const TICK_MS = 120;
/** Without a terminal there is no line to redraw: the running steps are printed at this interval. */
const REMINDER_MS = 20_000;

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

export class Progress {
  #running = new Map();
  #out;
  #timer;
  #closed = false;

  /** @param {NodeJS.WriteStream} [out] */
  constructor(out = process.stdout) {
    this.#out = out;
  }

  /** @param {string} label */
  begin(label) {
    this.#running.set(label, Date.now());
    this.#timer ??= setInterval(() => this.#remind(), this.#out.isTTY ? TICK_MS : REMINDER_MS).unref();
  }

  /** @param {string} label @param {string} [note] */
  done(label, note) {
    this.#finish(label, '✓', note);
  }

  /** @param {string} label */
  failed(label) {
    this.#finish(label, '✗');
  }

  /** A line between the steps. @param {string} text */
  say(text) {
    if (this.#closed) return;
    this.#erase();
    this.#out.write(`${text}\n`);
  }

  /** Nothing is shown from now on. */
  close() {
    clearInterval(this.#timer);
    this.#erase();
    this.#closed = true;
  }

  #finish(label, mark, note) {
    const took = seconds(Date.now() - (this.#running.get(label) ?? Date.now()));
    this.#running.delete(label);
    this.say(`${mark} ${label.padEnd(34)} ${took.padStart(8)}${note ? `   ${note}` : ''}`);
    if (this.#running.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #erase() {
    if (this.#out.isTTY) this.#out.write('\r\x1b[2K');
  }

  #remind() {
    const texts = [...this.#running].map(
      ([label, from]) => `${label} (${Math.round((Date.now() - from) / 1000)} s)`,
    );
    if (texts.length === 0) return;
    const line = `… ${texts.join(', ')}`;
    if (this.#out.isTTY) this.#out.write(`\r\x1b[2K${line.slice(0, (this.#out.columns ?? 80) - 1)}`);
    else this.#out.write(`${line}\n`);
  }
}
