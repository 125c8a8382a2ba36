import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Shop } from '../../ordering/shop.ts'
import { connectMailServer } from '../../platform/outbox/mail-server.ts'
import { printable, printableLine } from '../../platform/printable.ts'
import { emailFrame, type EmailFrame } from './template/email-footer.ts'
import type { EmailTemplate } from './template/email-template.ts'
import { emailText } from './template/email-text.ts'

/** `messageId` is the same for every attempt, so that mail servers and programs can recognize a repeat. */
export type Mail = {
  to: string
  messageId: string
  email: EmailTemplate
  attachments?: { filename: string; content: Buffer }[]
}

/** The message id of a mail that somebody sends again: another one, so that mail servers do not drop it as a repeat. */
export const sentAgain = (messageId: string, again: string | undefined): string =>
  again === undefined ? messageId : `${messageId}-${again}`

/**
 * Sends a mail in HTML and text; without SMTP_URL writes it to SHOP_DATA/mail as a file that any mail program opens.
 * One that was queued before its reader was erased has no address any more, and is not sent.
 */
export async function sendMail(shop: Pick<Shop, 'env' | 'settings' | 'mailServer'>, mail: Mail): Promise<void> {
  if (mail.to === '') return
  const { env } = shop
  const message = await messageOf(mail, shop)
  if (env.SMTP_URL) return sendOver(shop, message)
  const { createTransport } = await import('nodemailer')
  const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(message)
  const folder = join(env.SHOP_DATA, 'mail')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, `${mail.messageId}.eml`), composed.message as Buffer, { mode: 0o600 })
}

/** Over the connections of the run of the outbox, else over one of its own. */
async function sendOver(
  { env, mailServer }: Pick<Shop, 'env' | 'mailServer'>,
  message: SendMailOptions,
): Promise<void> {
  if (mailServer) return mailServer.send(message)
  const own = connectMailServer(env, 1)
  try {
    await own.send(message)
  } finally {
    own.close()
  }
}

async function messageOf(
  { to, messageId, email, attachments }: Mail,
  { env, settings }: Pick<Shop, 'env' | 'settings'>,
) {
  const frame = emailFrame(settings, email.language, env.ORIGIN)
  const from = env.MAIL_FROM ?? ownSender(settings, frame)
  // Commands run on plain Node, which cannot load .tsx files, so this module is loaded only when a mail is sent.
  const { drawEmail } = await import('./template/draw-email.tsx')
  return {
    from,
    to: { name: '', address: to },
    subject: printableLine(email.subject),
    messageId: `<${messageId}@${from.address.split('@').at(-1)}>`,
    text: printable(emailText(email, frame)),
    html: drawEmail(email, frame),
    textEncoding: 'quoted-printable' as const,
    headers: { 'Content-Language': email.language, ...(email.unsubscribe ? oneClick(email.unsubscribe.href) : {}) },
    ...(attachments ? { attachments } : {}),
  }
}

/** Returns the sender as set; else the shop's name and an address of the company's domain. */
function ownSender(
  { all: { mail } }: Shop['settings'],
  { brand, email }: EmailFrame,
): { name: string; address: string } {
  return { name: mail.senderName || brand, address: mail.senderAddress || `order@${email.split('@').at(-1)}` }
}

function oneClick(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
