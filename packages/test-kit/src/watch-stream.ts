/** Reads a response to its end; `isOpen` is true until then. */
export function watchStream({ body }: Response): { readonly isOpen: boolean } {
  const stream = { isOpen: true };
  const over = () => void (stream.isOpen = false);
  if (body) body.pipeTo(new WritableStream()).then(over, over);
  else over();
  return stream;
}
