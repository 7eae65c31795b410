/** A page in the background paints nothing: then the work comes without. */
const LATEST_MS = 200;

/** Runs work when the browser has shown what is there now, so that a press is seen before the page answers it. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const run = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  // A frame begins before it is painted; what a timer of it does comes after.
  requestAnimationFrame(() => setTimeout(run));
  setTimeout(run, LATEST_MS);
}
