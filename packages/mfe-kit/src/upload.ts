export interface Sent {
  status: number;
  title: string;
  text: string;
}

interface SendOptions {
  headers: Record<string, string>;
  signal?: AbortSignal;
  onProgress?: (sent: number, total: number) => void;
}

/** POSTs a file and reports its progress. Rejects when there is no response, or when the signal aborts it. */
export const send = (path: string, content: Blob, { headers, signal, onProgress }: SendOptions) =>
  new Promise<Sent>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const aborted = () => new DOMException('The upload was stopped', 'AbortError');
    if (signal?.aborted) return reject(aborted());
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total || content.size);
    request.onload = () =>
      resolve({ status: request.status, title: request.statusText, text: request.responseText });
    request.onerror = () => reject(new TypeError('The upload got no answer'));
    request.onabort = () => reject(aborted());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(content);
  });
