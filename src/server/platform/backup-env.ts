import { z } from 'zod'

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
const number = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .pipe(
      z
        .int(`must be a whole number from ${min} to ${max}`)
        .min(min, `must be at least ${min}`)
        .max(max, `must be at most ${max}`),
    )

/** The variables of the environment that say where backups go, how they are encrypted and how long they are kept. */
export const backupVariables = {
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits, as "npm run shop -- backup new-key" prints them')
    .optional(),
  BACKUP_KEY_FILE: z.string().optional(),
  BACKUP_EVERY_HOURS: number(0, 8_760).default(24),
  BACKUP_KEEP_DAYS: number(1, 36_500).default(30),
  BACKUP_KEEP_COUNT: number(1, 100_000).default(7),
  BACKUP_BEFORE_MIGRATION: flag.default(true),
  BACKUP_S3_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.eu-north-1.amazonaws.com/bucket/shop' })
    .optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
}

type StoreVariables = Partial<
  Record<
    'BACKUP_S3_URL' | 'BACKUP_S3_KEY_ID' | 'BACKUP_S3_SECRET' | 'BACKUP_KEY' | 'BACKUP_KEY_FILE',
    string | undefined
  >
>

/** What a store for backups lacks, as a sentence; undefined when nothing is missing, or no store is set. */
export function storeFault(env: StoreVariables): string | undefined {
  if (env.BACKUP_S3_URL === undefined) return undefined
  const { pathname, search, username } = new URL(env.BACKUP_S3_URL)
  if (!/^\/[\w.-]+(?:\/[\w.-]+)*\/?$/.test(pathname) || search !== '' || username !== '')
    return 'BACKUP_S3_URL must be scheme, host, bucket and folder alone, such as https://s3.example/bucket/shop.'
  for (const name of ['BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET'] as const)
    if (env[name] === undefined) return `${name} is missing: BACKUP_S3_URL is set, so set the key of the store too.`
  if (env.BACKUP_KEY === undefined && env.BACKUP_KEY_FILE === undefined)
    return 'BACKUP_KEY_FILE is missing: a backup that leaves this machine must be encrypted.'
  return undefined
}
