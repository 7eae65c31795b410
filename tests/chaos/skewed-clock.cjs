// Loaded before a service (`node dev/skew.mjs <name> <seconds>`): the clock of its process is off by CLOCK_SKEW_MS.
const skew = Number(process.env.CLOCK_SKEW_MS ?? 0);
const TrueDate = Date;

class SkewedDate extends TrueDate {
  constructor(...values) {
    if (values.length === 0) super(TrueDate.now() + skew);
    else super(...values);
  }

  static [Symbol.hasInstance](value) {
    return value instanceof TrueDate;
  }

  static now() {
    return TrueDate.now() + skew;
  }
}

globalThis.Date = new Proxy(SkewedDate, {
  // Called without `new`, `Date` returns a text.
  apply: () => new SkewedDate().toString(),
});
