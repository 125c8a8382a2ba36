import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * How the server treats a mail: accepts it, rejects it temporarily, or accepts it and disconnects before or after its
 * answer.
 */
type Manner = 'take' | 'refuse' | 'take_and_hang_up' | 'take_and_close'

/** A test mail server: stores accepted mails with their recipients. */
export class MailServer implements AsyncDisposable {
  readonly taken: { readers: string[]; mail: string }[] = []
  manner: Manner = 'take'
  /** How many were opened. */
  connections = 0
  /** Called with each mail that was accepted, before the answer. */
  onTaken: () => void = () => {}
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#talk(socket))

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `smtp://127.0.0.1:${port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    this.connections += 1
    const readers: string[] = []
    let [text, isData] = ['', false]
    socket
      .on('error', () => socket.destroy())
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        text += chunk
        const end = () => text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        while (end() >= 0) {
          const said = text.slice(0, end())
          text = text.slice(end() + (isData ? 5 : 2))
          if (isData) this.#finish(socket, { readers, mail: said })
          else socket.write(answerTo(said))
          if (!isData && /^RCPT/i.test(said)) readers.push(said.replace(/^.*<|>.*$/g, ''))
          isData = !isData && /^DATA/i.test(said)
        }
      })
    socket.write('220 here\r\n')
  }

  #finish(socket: Socket, taken: { readers: string[]; mail: string }): void {
    if (this.manner === 'refuse') return void socket.write('451 later\r\n')
    this.taken.push(taken)
    this.onTaken()
    if (this.manner === 'take_and_hang_up') socket.destroy()
    else if (this.manner === 'take_and_close') socket.end('250 taken\r\n')
    else socket.write('250 taken\r\n')
  }
}

function answerTo(said: string): string {
  if (/^EHLO/i.test(said)) return '250 here\r\n'
  if (/^DATA/i.test(said)) return '354 go on\r\n'
  return /^QUIT/i.test(said) ? '221 bye\r\n' : '250 ok\r\n'
}
