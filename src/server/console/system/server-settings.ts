import { serverSettingNames, type ServerSetting } from '../../../contracts/console/system.ts'
import type { Env } from '../../platform/env.ts'

type Name = ServerSetting['name']

/** Whether each is set. Values stay on the server: some are passwords. */
const isSet: Readonly<Record<Name, (env: Env) => boolean>> = {
  address: ({ ORIGIN }) => ORIGIN.startsWith('https:'),
  mail: ({ SMTP_URL }) => SMTP_URL !== undefined,
  cards: ({ STRIPE_SECRET_KEY }) => STRIPE_SECRET_KEY !== undefined,
  backups: ({ BACKUP_FOLDER, BACKUP_EVERY_HOURS }) => BACKUP_FOLDER !== undefined && BACKUP_EVERY_HOURS > 0,
  encryption: ({ BACKUP_KEY, BACKUP_KEY_FILE }) => (BACKUP_KEY ?? BACKUP_KEY_FILE) !== undefined,
  copies: ({ BACKUP_S3_URL }) => BACKUP_S3_URL !== undefined,
}

/** The lines of `.env.example` with the names that must be replaced. */
const lines: Readonly<Record<Name, readonly string[]>> = {
  address: ['ORIGIN=https://shop.example', 'TRUST_PROXY_HOPS=1'],
  mail: ['SMTP_URL=smtps://user:password@mail.example:465'],
  cards: ['STRIPE_SECRET_KEY=sk_live_\u2026', 'STRIPE_WEBHOOK_SECRET=whsec_\u2026'],
  backups: ['BACKUP_FOLDER=/var/backups/shop'],
  encryption: ['BACKUP_KEY_FILE=/etc/shop/backup.key'],
  copies: [
    'BACKUP_S3_URL=https://s3.eu-north-1.amazonaws.com/bucket/shop',
    'BACKUP_S3_REGION=eu-north-1',
    'BACKUP_S3_KEY_ID=\u2026',
    'BACKUP_S3_SECRET=\u2026',
  ],
}

/** What of the environment a shop needs that sells, and the lines for what is not set. */
export function serverSettings(env: Env): ServerSetting[] {
  return serverSettingNames.map((name) => {
    const has = isSet[name](env)
    return { name, isSet: has, lines: has ? [] : lines[name] }
  })
}
