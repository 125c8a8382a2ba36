import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { printable, printableLine } from '../../platform/printable.ts'
import { locales, type Language } from '../../../domain/locales.ts'
import { sellers } from '../../../domain/seller.ts'
import type { Env } from '../../platform/env.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { Letter } from './template/email-template.ts'
import { letterText } from './template/email-text.ts'

/** `messageId` is the same each time a mail is tried, so that a mail server or program that got it twice can tell. */
export type Mail = {
  to: string
  messageId: string
  letter: Letter
  attachments?: { filename: string; content: Buffer }[]
}

/**
 * A mail server that does not answer is left before another process may take the mail over (`claimSeconds` of the
 * outbox).
 */
const patience = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** Sends a mail in HTML and text; without SMTP_URL it becomes a file in SHOP_DATA/mail that any mail program opens. */
export async function sendMail({ env }: Pick<Shop, 'env'>, mail: Mail): Promise<void> {
  const message = await messageOf(mail, env)
  if (env.SMTP_URL) {
    await createTransport({ url: env.SMTP_URL, ...patience }).sendMail(message)
    return
  }
  const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(message)
  const folder = join(env.SHOP_DATA, 'mail')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, `${mail.messageId}.eml`), composed.message as Buffer, { mode: 0o600 })
}

async function messageOf(
  { to, messageId, letter, attachments }: Mail,
  { ORIGIN: origin, MAIL_FROM }: Pick<Env, 'ORIGIN' | 'MAIL_FROM'>,
) {
  const from = MAIL_FROM ?? ownSender(letter.language)
  // Node itself, which the commands run on, reads no .tsx: only who sends a mail loads what draws it.
  const { drawLetter } = await import('./template/draw-email.tsx')
  return {
    from,
    to: { name: '', address: to },
    subject: printableLine(letter.subject),
    messageId: `<${messageId}@${from.address.split('@').at(-1)}>`,
    text: printable(letterText(letter, origin)),
    html: drawLetter(letter, origin),
    textEncoding: 'quoted-printable' as const,
    headers: { 'Content-Language': letter.language, ...(letter.unsubscribe ? oneClick(letter.unsubscribe) : {}) },
    ...(attachments ? { attachments } : {}),
  }
}

/** The shop's own name, and its seller's domain. */
function ownSender(language: Language): { name: string; address: string } {
  return { name: locales[language].brand, address: `order@${sellers[language].email.split('@').at(-1)}` }
}

function oneClick(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
