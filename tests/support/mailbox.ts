import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The newest link with a token mailed to an address by a shop without SMTP_URL; waits until there is one more than
 * `seen`.
 */
export async function mailedLink(dataFolder: string, address: string, seen = 0): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const mails = mailsTo(dataFolder, address)
    const link = /https?:\/\/\S+[?&]token=[\w-]+/.exec(mails.at(-1) ?? '')?.[0]
    if (mails.length > seen && link) return link
    await sleep(100)
  }
  throw new Error(`No mail came to ${address}.`)
}

/** Every mail to an address by a shop without SMTP_URL, as decoded text with unfolded headers. */
export function mailTexts(dataFolder: string, address: string): string[] {
  return mailsTo(dataFolder, address).map((mail) => mail.replace(/\r?\n[ \t]+/g, ' '))
}

/** The mail files of a shop without SMTP_URL, by name. */
export function mailFiles(dataFolder: string): string[] {
  const folder = path.join(dataFolder, 'mail')
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => path.join(folder, name))
    : []
}

/** A mail's headers, and its decoded text part. */
export function readMail(file: string): { headers: string; text: string } {
  const { head, body } = cut(readFileSync(file, 'utf8'))
  return { headers: head, text: textPart(head, body) }
}

function mailsTo(dataFolder: string, address: string): string[] {
  const mails = mailFiles(dataFolder)
    .map((file) => readMail(file))
    .map(({ headers, text }) => `${headers}\n\n${text}`)
  return mails.filter((mail) => mail.includes(`To: ${address}`))
}

/** The text part comes first, at any nesting depth. */
function textPart(head: string, body: string): string {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (boundary === undefined) return readable(body)
  const inner = cut(body.split(`--${boundary}\n`)[1] ?? '')
  return textPart(inner.head, inner.body)
}

function cut(part: string): { head: string; body: string } {
  const [head = '', ...rest] = part.replace(/\r\n/g, '\n').split('\n\n')
  return { head, body: rest.join('\n\n') }
}

function readable(text: string): string {
  return text
    .replace(/=\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}
