import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A mail server that accepts everything and counts mails by address and subject. */
export class SmtpSink {
  readonly mails: { to: string; subject: string }[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#talk(socket))

  static async start(port = 0): Promise<SmtpSink> {
    const sink = new SmtpSink()
    sink.#server.listen(port, '127.0.0.1')
    await once(sink.#server, 'listening')
    return sink
  }

  get env(): { SMTP_URL: string } {
    const { port } = this.#server.address() as AddressInfo
    return { SMTP_URL: `smtp://127.0.0.1:${port}` }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy())
    let [text, data] = ['', false]
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (
        let end = text.indexOf(data ? '\r\n.\r\n' : '\r\n');
        end !== -1;
        end = text.indexOf(data ? '\r\n.\r\n' : '\r\n')
      ) {
        const said = text.slice(0, end)
        text = text.slice(end + (data ? 5 : 2))
        if (data) this.#keep(said)
        const begins = !data && /^DATA/i.test(said)
        data = begins
        socket.write(begins ? '354 go on\r\n' : /^QUIT/i.test(said) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    socket.write('220 sink\r\n')
  }

  #keep(mail: string): void {
    const header = (name: string): string =>
      new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'mi').exec(mail)?.[1]?.replace(/\r\n[ \t]+/g, ' ') ?? ''
    this.mails.push({ to: header('To'), subject: header('Subject') })
  }
}
