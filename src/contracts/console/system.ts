import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'
import type { FeedLine } from './product-feeds.ts'

export const noSystemForm = z.object({})
/** What is tried again: one effect, or all mails that were given up. */
export const effectForm = z.object({ id: formText(60) })
export const allMails = 'mail.*'

/** The background jobs, in the order of the screen. */
export const jobNames = [
  'invalidations',
  'views',
  'outbox',
  'payment_effects',
  'webhooks',
  'payments',
  'content',
  'campaigns',
  'sessions',
  'rate_limits',
  'retention',
  'renewals_and_alerts',
  'bought_together',
  'exchange_rates',
  'imports',
  'uploads',
  'backups',
  'files',
  'list_columns',
  'sources',
  'product_feeds',
  'payout_checks',
  'imports_of_the_console',
  'import_previews',
  'suppliers',
  'price_changes',
  'bulk_runs',
  'reminders',
  'expiry',
  'expiry_of_differences',
] as const
export type JobName = (typeof jobNames)[number]

/** The effects of the outbox that are no mails. */
export const otherEffects = [
  'gift_card.issue',
  'payment.cancel',
  'payment.capture',
  'payment.dispute_won',
  'payment.refund',
  'payment.sandbox_webhook',
  'search.read_again',
] as const

/** Something that the shop should have done outside the database, such as a mail, and could not. */
export type FailedEffect = {
  id: string
  kind: string
  createdAt: string
  attempts: number
  /** When it is tried again; null when it was given up. */
  nextAt: string | null
  error: string
  mayRetry: boolean
}

/** What whoever runs the server sets in its environment, in the order of the screen. */
export const serverSettingNames = ['address', 'mail', 'cards', 'backups', 'encryption', 'copies'] as const

/** One of these settings; `lines` are what a file `.env` gets for it. No value of a setting is in it. */
export type ServerSetting = { name: (typeof serverSettingNames)[number]; isSet: boolean; lines: readonly string[] }

/** How the shop is doing: its version, backups, messages and background jobs. Sizes are in bytes. */
export type SystemPage = {
  version: string
  node: string
  database: { kind: 'sqlite' | 'postgres'; bytes: number | null; schema: string }
  disk: { free: number; total: number } | null
  /** Uploaded pictures as they were sent, which crops are made from. */
  originals: { count: number; bytes: number }
  backups: {
    /** `readAt`: when all of it was read back after it was made; null where that is not known. */
    newest: readonly { name: string; made: string; bytes: number; isEncrypted: boolean; readAt: string | null }[]
    count: number
    /** Hours between scheduled backups; null when none are scheduled. */
    everyHours: number | null
    wanted: { at: string; by: string; isBegun: boolean } | null
    failure: { at: string | null; why: string } | null
    isLate: boolean
    isOnSameDisk: boolean
  }
  effects: {
    waiting: number
    late: number
    /** The newest ones. */
    failed: readonly FailedEffect[]
    /** How many failed in all; mails that were given up; those with links to sign in, which are no part of these. */
    failedCount: { all: number; mails: number; links: number }
  }
  mail: { from: string; isSent: boolean; operator: string }
  server: readonly ServerSetting[]
  /** The files for comparison sites. */
  feeds: readonly FeedLine[]
  jobs: readonly {
    name: string
    everyMs: number
    endedAt: string | null
    tookMs: number | null
    failed: string | null
  }[]
  mayChange: boolean
}
