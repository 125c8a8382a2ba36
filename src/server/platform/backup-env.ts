import { z } from 'zod'

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
const number = (least: number, most: number) =>
  z.coerce
    .number(`must be a whole number from ${least} to ${most}`)
    .pipe(
      z
        .int(`must be a whole number from ${least} to ${most}`)
        .min(least, `must be at least ${least}`)
        .max(most, `must be at most ${most}`),
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
}
