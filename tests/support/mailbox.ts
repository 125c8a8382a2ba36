import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The newest link with a token that a shop without SMTP_URL has mailed to an address; waits until there is one more than `seen`. */
export async function mailedLink(dataFolder: string, address: string, seen = 0): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const mails = mailsTo(path.join(dataFolder, 'mail'), address)
    const link = /https?:\/\/\S+[?&]token=[\w-]+/.exec(mails.at(-1) ?? '')?.[0]
    if (mails.length > seen && link) return link
    await sleep(100)
  }
  throw new Error(`No mail came to ${address}.`)
}

/** Every mail to an address that a shop without SMTP_URL has sent, as readable text with its headers, each on one line. */
export function mailTexts(dataFolder: string, address: string): string[] {
  return mailsTo(path.join(dataFolder, 'mail'), address).map((mail) => mail.replace(/\r?\n[ \t]+/g, ' '))
}

function mailsTo(folder: string, address: string): string[] {
  if (!existsSync(folder)) return []
  const mails = readdirSync(folder).sort().map((name) => plainText(readFileSync(path.join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${address}`))
}

/** A mail whose quoted-printable lines are put together again; its headers stay as they are. */
function plainText(mail: string): string {
  const [headers = '', ...rest] = mail.split(/(?<=\n)\r?\n/)
  return `${headers}\n${readable(rest.join('\n'))}`
}

function readable(text: string): string {
  return text.replace(/=\r?\n/g, '').replace(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}
