import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Shop } from '../shop.ts'

export type Mail = {
  to: string; subject: string; text: string; messageId: string; attachments?: { filename: string; content: Buffer }[]
  /** Where a mail program unsubscribes its reader with one click (RFC 8058). */
  unsubscribe?: string
}

const sender = 'Delverk <order@delverk.example>'

/** Sends a mail; without SMTP_URL it becomes a file in SHOP_DATA/mail that any mail program opens. */
export async function sendMail({ env }: Pick<Shop, 'env'>, { messageId, unsubscribe, ...mail }: Mail): Promise<void> {
  const message = { from: sender, messageId: `<${messageId}@delverk.example>`, ...mail, headers: unsubscribe ? oneClick(unsubscribe) : {} }
  if (env.SMTP_URL) {
    await createTransport(env.SMTP_URL).sendMail(message)
    return
  }
  const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(message)
  const folder = join(env.SHOP_DATA, 'mail')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${messageId}.eml`), composed.message as Buffer)
}

function oneClick(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
