import { stackUrl } from './stack';

export interface StreamEvent<T> {
  event: string;
  data: T;
}

/** Server-sent events as a browser receives them; `heard` grows until `close`. */
export class EventReader<T> {
  readonly received: StreamEvent<T>[] = [];
  private readonly abort = new AbortController();
  private reading: Promise<void> = Promise.resolve();

  /** Returns when the stream is open: later events are received. */
  static async open<T>(path: string): Promise<EventReader<T>> {
    const reader = new EventReader<T>();
    const answer = await fetch(stackUrl() + path, {
      headers: { accept: 'text/event-stream' },
      signal: reader.abort.signal,
    });
    if (answer.status !== 200 || !answer.body) throw new Error(`${path} answered ${answer.status}`);
    reader.reading = reader.read(answer.body);
    return reader;
  }

  async close(): Promise<void> {
    this.abort.abort();
    await this.reading;
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        blocks.forEach((block) => this.append(block));
      }
    } catch (error) {
      if (!this.abort.signal.aborted) throw error;
    }
  }

  private append(block: string): void {
    const lines = block.split('\n');
    const valuesOf = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
    const [event] = valuesOf('event');
    if (event) this.received.push({ event, data: JSON.parse(valuesOf('data').join('\n')) as T });
  }
}
