interface Reads<T> {
  running: Promise<T>;
  /** The read that begins when the running one has ended. */
  next?: Promise<T>;
}

/**
 * Reads that many callers ask for at the same moment. A caller gets the result of a read that began after its call, so
 * it never misses what was committed before; callers who wait for the same read share it.
 */
export class SharedReads<T> {
  private readonly byKey = new Map<string, Reads<T>>();

  read(key: string, load: () => Promise<T>): Promise<T> {
    const reads = this.byKey.get(key);
    if (!reads) return this.begin(key, load);
    return (reads.next ??= reads.running.then(
      () => this.begin(key, load),
      () => this.begin(key, load),
    ));
  }

  private begin(key: string, load: () => Promise<T>): Promise<T> {
    const reads: Reads<T> = { running: load() };
    this.byKey.set(key, reads);
    const end = (): void => {
      if (!reads.next) this.byKey.delete(key);
    };
    reads.running.then(end, end);
    return reads.running;
  }
}
