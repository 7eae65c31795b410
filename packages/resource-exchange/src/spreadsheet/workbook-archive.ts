import type { Entry, ZipFile } from 'yauzl';
import { TableRefusal, tooLargeUnpacked, unreadable, type ReadLimits } from './limits';

const LOCAL_HEADER = 30;

/** The parts of a workbook by name. Unpacked bytes are counted during unpacking, over all parts. */
export class WorkbookArchive {
  private unpacked = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly limits: ReadLimits,
  ) {}

  /** Reads the directory of the archive. Throws a `TableRefusal` if it is invalid, or not one of a workbook. */
  static async open(bytes: Buffer, limits: ReadLimits): Promise<WorkbookArchive> {
    try {
      const { fromBufferPromise } = await import('yauzl');
      const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
      if (zip.entryCount > limits.parts) throw new TableRefusal('import.unreadable');
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        // Part names are case-insensitive; with two of the same name, which one is read would be arbitrary.
        const name = entry.fileName.toLowerCase();
        if (entries.has(name) || entries.size >= limits.parts) throw new TableRefusal('import.unreadable');
        entries.set(name, entry);
      }
      assertApart([...entries.values()], bytes.length);
      return new WorkbookArchive(zip, entries, limits);
    } catch (error) {
      throw unreadable(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Streams the unpacked bytes of a part; empty if there is no such part. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return;
    if (entry.isEncrypted()) throw new TableRefusal('import.unreadable');
    const { ratio, ratioFrom, unpacked: most } = this.limits;
    let own = 0;
    try {
      const stream = await this.zip.openReadStreamPromise(entry);
      for await (const piece of stream as AsyncIterable<Buffer>) {
        own += piece.length;
        this.unpacked += piece.length;
        if (this.unpacked > most || (own > ratioFrom && own > entry.compressedSize * ratio))
          throw tooLargeUnpacked(this.limits);
        yield piece;
      }
    } catch (error) {
      throw unreadable(error);
    }
  }
}

/** Rejects overlapping parts: with them a small archive can unpack to petabytes, and no real program writes them. */
function assertApart(entries: readonly Entry[], size: number): void {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of inOrder) {
    if (start < end) throw new TableRefusal('import.unreadable');
    end = start + LOCAL_HEADER + compressedSize;
    if (end > size) throw new TableRefusal('import.unreadable');
  }
}
