/** Concurrent calls with the same key share one run and its result; a call after its end starts a new run. */
export function sharedRuns() {
  /** @type {Map<string, Promise<unknown>>} */
  const underWay = new Map();
  /**
   * @template T
   * @param {string} key
   * @param {() => Promise<T>} run
   * @returns {Promise<T>}
   */
  return (key, run) => {
    if (!underWay.has(key))
      underWay.set(
        key,
        run().finally(() => underWay.delete(key)),
      );
    return /** @type {Promise<T>} */ (underWay.get(key));
  };
}
