import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { TableRefusal } from './limits';

/** Names without their prefix: `r:id` is `id`. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  /** Called with pieces of the text. */
  text?(text: string): void;
}

/** Maximum nesting depth; no part of a real workbook nests deeper. */
const DEEPEST = 64;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Streaming XML parser. Rejects DOCTYPE declarations: spreadsheets need no custom entities, and attacks use them. */
export class XmlReader {
  private readonly parser = new SaxesParser<{ position: false; xmlns: false }>({
    position: false,
    xmlns: false,
  });
  private decoder: TextDecoder | undefined;
  private depth = 0;

  constructor(handlers: XmlHandlers) {
    const { parser } = this;
    parser.on('doctype', () => {
      throw new TableRefusal('import.unreadable');
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (++this.depth > DEEPEST) throw new TableRefusal('import.unreadable');
      const named: Record<string, string> = {};
      for (const [key, value] of Object.entries(attributes)) named[local(key)] = value;
      handlers.open(local(name), named);
    });
    parser.on('closetag', ({ name }) => {
      this.depth--;
      handlers.close?.(local(name));
    });
    if (handlers.text) {
      const text = handlers.text.bind(handlers);
      parser.on('text', text);
      parser.on('cdata', text);
    }
  }

  write(piece: Uint8Array): void {
    this.decoder ??= new TextDecoder(encodingOf(piece));
    this.parser.write(this.decoder.decode(piece, { stream: true }));
  }
  end(): void {
    if (!this.decoder) throw new TableRefusal('import.unreadable');
    this.parser.write(this.decoder.decode()).close();
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Reads a whole part. */
export async function readXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(handlers);
  for await (const piece of pieces) reader.write(piece);
  reader.end();
}
