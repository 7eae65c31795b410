/** Mails as the local mailbox (Mailpit) received them. */
export interface ReceivedMail {
  id: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  from: { name: string; address: string };
  to: { name: string; address: string }[];
  attachments: { partId: string; fileName: string; contentType: string; size: number }[];
}

/** Summary of a mail. Two entries with the same Message-ID are one mail that was delivered twice. */
export interface Arrival {
  messageId: string;
  to: string[];
}

interface Summary {
  ID: string;
  MessageID: string;
  To: { Address: string }[];
}

interface Message {
  ID: string;
  MessageID: string;
  Subject: string;
  Text: string;
  HTML: string;
  From: { Name: string; Address: string };
  To: { Name: string; Address: string }[];
  Attachments: { PartID: string; FileName: string; ContentType: string; Size: number }[];
}

const PAGE = 200;

const named = ({ Name, Address }: { Name: string; Address: string }) => ({ name: Name, address: Address });

export class Mailbox {
  constructor(private readonly url: string) {}

  /** All mails to an address, the newest first. */
  async mailsTo(address: string): Promise<ReceivedMail[]> {
    const query = new URLSearchParams({ query: `to:"${address}"`, limit: String(PAGE) });
    const { messages } = await this.read<{ messages: Summary[] }>(`/search?${query.toString()}`);
    // The search also finds addresses that only contain this one.
    const own = messages.filter(({ To }) => To.some((to) => to.Address === address));
    return Promise.all(own.map(({ ID }) => this.mail(ID)));
  }

  /** All stored mails. */
  async arrivals(): Promise<Arrival[]> {
    const rows: Arrival[] = [];
    for (;;) {
      const { messages } = await this.read<{ messages: Summary[] }>(
        `/messages?start=${rows.length}&limit=${PAGE}`,
      );
      rows.push(
        ...messages.map(({ MessageID, To }) => ({
          messageId: MessageID,
          to: To.map(({ Address }) => Address),
        })),
      );
      if (messages.length < PAGE) return rows;
    }
  }

  async attachment(mail: ReceivedMail, index = 0): Promise<Buffer> {
    const answer = await fetch(
      `${this.url}/api/v1/message/${mail.id}/part/${mail.attachments[index]?.partId}`,
    );
    return Buffer.from(await answer.arrayBuffer());
  }

  private async mail(id: string): Promise<ReceivedMail> {
    const { From, To, Attachments, ...message } = await this.read<Message>(`/message/${id}`);
    return {
      id,
      messageId: message.MessageID,
      subject: message.Subject,
      text: message.Text,
      html: message.HTML,
      from: named(From),
      to: To.map(named),
      attachments: Attachments.map(({ PartID, FileName, ContentType, Size }) => ({
        partId: PartID,
        fileName: FileName,
        contentType: ContentType,
        size: Size,
      })),
    };
  }

  private async read<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.url}/api/v1${path}`);
    if (!answer.ok) throw new Error(`the mailbox answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
