import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Shop } from '../shop.ts'

export type Mail = { to: string; subject: string; text: string; messageId: string }

const sender = 'Delverk <order@delverk.example>'

/** Sends a mail; without SMTP_URL it becomes a file in SHOP_DATA/mail that any mail program opens. */
export async function sendMail({ env }: Pick<Shop, 'env'>, { messageId, ...mail }: Mail): Promise<void> {
  const message = { from: sender, messageId: `<${messageId}@delverk.example>`, ...mail }
  if (env.SMTP_URL) {
    await createTransport(env.SMTP_URL).sendMail(message)
    return
  }
  const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(message)
  const folder = join(env.SHOP_DATA, 'mail')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${messageId}.eml`), composed.message as Buffer)
}
