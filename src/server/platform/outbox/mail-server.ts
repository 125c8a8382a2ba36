import type { SendMailOptions } from 'nodemailer'
import type { Env } from '../env.ts'

/** Connections to the mail server, which mails that are sent together share. `close` ends those that are idle. */
export type MailServer = { send: (message: SendMailOptions) => Promise<void>; close: () => void }

/**
 * Timeouts of a mail server, in milliseconds; shorter than the outbox's `claimSeconds`, after which another process
 * may send the mail.
 */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/**
 * The mail server of SMTP_URL, with at most this many connections; each is made when a mail needs it. A mail of which
 * nothing was sent because its connection was closed goes over another one; a server that closes its connections after
 * each mail may close several that a mail was given to. No other mail is repeated here.
 */
export function connectMailServer({ SMTP_URL: url }: Pick<Env, 'SMTP_URL'>, connections: number): MailServer {
  const connected = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, ...timeouts, pool: true, maxConnections: connections, maxRequeues: connections })
  }
  let transport: ReturnType<typeof connected> | undefined
  return {
    send: async (message) => {
      transport ??= connected()
      await (await transport).sendMail(message)
    },
    close: () => {
      // A transport that was not made was refused to those who sent over it.
      transport?.then(
        (opened) => opened.close(),
        () => undefined,
      )
    },
  }
}

/** Connects to the mail server and signs in there, without a mail; returns what goes wrong, without the password. */
export async function mailServerFault(url: string): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...timeouts })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}
