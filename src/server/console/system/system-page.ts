import { statfs } from 'node:fs/promises'
import {
  allMails,
  effectForm,
  noSystemForm,
  type FailedEffect,
  type SystemPage,
} from '../../../contracts/console/system.ts'
import { dayMs } from '../../../domain/durations.ts'
import { backupFolder, listBackups, newestOf } from '../../backup/backup-folder.ts'
import { requestBackup, lastReadBackup, readBackupState, wantedBackup } from '../../backup/backup-state.ts'
import { isLate, isOnSameDisk } from '../../backup/last-backup.ts'
import { originalsKept } from '../../catalog/import/files/crop-queries.ts'
import { feedLines } from '../../catalog/product-feeds/feed-states.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { newestSchema } from '../../platform/db/migrate.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import {
  addToOutbox,
  claimSeconds,
  countEffects,
  countFailedEffects,
  failedEffects,
  retryEffect,
  retryMails,
} from '../../platform/outbox/queries.ts'
import { shopVersion } from '../../platform/shop-version.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { serverSettings } from './server-settings.ts'
import { databaseBytes } from './system-queries.ts'

const [shownBackups, shownFailures, failureDays, maxErrorLength] = [10, 50, 14, 300]
/** One test mail a minute for each person. */
const testMailMs = 60_000

/** How the shop is doing, with what a person may do about it. */
export const systemScreen = consoleScreen<SystemPage>({
  screen: 'system',
  permission: 'settings.view',
  load: systemContent,
  actions: {
    back_up: consoleAction({
      permission: 'settings.change',
      form: noSystemForm,
      run: (context) =>
        onSystem(context, 'system.back_up', '', (trx, now) => requestBackup(trx, context.session.actor.name, now)),
    }),
    retry: consoleAction({
      permission: 'settings.change',
      form: effectForm,
      run: (context, { id }) =>
        onSystem(context, 'system.retry', id, async (trx, now) => {
          const isDone =
            id === allMails ? (await retryMails(trx, failuresSince(now), now)) > 0 : await retryEffect(trx, id, now)
          if (!isDone) throw new ConsoleError('not_possible')
        }),
    }),
    test_mail: consoleAction({
      permission: 'settings.change',
      form: noSystemForm,
      run: (context) => {
        const { id, email: to, language } = context.session.staff
        return onSystem(context, 'system.test_mail', to, (trx, now) => {
          const dedupeKey = `test:${id}:${Math.floor(now.getTime() / testMailMs)}`
          return addToOutbox(
            trx,
            { kind: 'mail.test', dedupeKey, payload: { to, language, by: context.session.actor.name } },
            now,
          )
        })
      },
    }),
  },
})

function onSystem(
  { shop, session }: ConsoleContext,
  operation: string,
  note: string,
  work: (trx: DatabaseTransaction, now: Date) => Promise<void>,
): Promise<void> {
  const action = { operation, subject: { kind: 'system', id: 'system', label: '' }, note }
  return audited(shop, session.actor, action, ({ db, now }) => db.transaction().execute((trx) => work(trx, now())))
}

async function systemContent({ shop, session }: ConsoleContext): Promise<SystemPage> {
  const { db, env, kind, now, settings } = shop
  const mayChange = may(session, 'settings.change')
  const { operatorAddress, senderAddress } = settings.all.mail
  return {
    version: shopVersion(),
    node: process.versions.node,
    database: { kind, bytes: await databaseBytes(shop), schema: newestSchema() },
    disk: await diskOf(env.SHOP_DATA),
    originals: await originalsKept(db),
    backups: await backupsOf(shop),
    effects: {
      ...(await countEffects(db, now())),
      failed: await failuresOf(shop, mayChange),
      failedCount: await countFailedEffects(db, failuresSince(now())),
    },
    mail: {
      from: env.MAIL_FROM?.address ?? senderAddress,
      isSent: env.SMTP_URL !== undefined,
      operator: env.OPERATOR_EMAIL ?? operatorAddress,
    },
    server: serverSettings(env),
    feeds: await feedLines(db, settings.all, { origin: env.ORIGIN, now: now() }),
    jobs: (await shop.jobs.list()).map(({ name, everyMs, endedAt, tookMs, failed }) => ({
      name,
      everyMs,
      endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
      tookMs,
      failed: failed && failed.at === endedAt ? failed.why.slice(0, maxErrorLength) : null,
    })),
    mayChange,
  }
}

async function diskOf(folder: string): Promise<SystemPage['disk']> {
  const found = await statfs(folder).catch(() => undefined)
  return found ? { free: found.bavail * found.bsize, total: found.blocks * found.bsize } : null
}

async function backupsOf({ db, env, now }: Shop): Promise<SystemPage['backups']> {
  const found = await listBackups(backupFolder(env)).catch(() => [])
  const [{ isFailing, said, at }, wanted] = [await readBackupState(db), await wantedBackup(db)]
  const read = await lastReadBackup(db)
  const isScheduled = env.BACKUP_FOLDER !== undefined && env.BACKUP_EVERY_HOURS > 0
  return {
    newest: found.slice(0, shownBackups).map(({ name, made, bytes, isEncrypted }) => ({
      name,
      made: made.toISOString(),
      bytes,
      isEncrypted,
      readAt: read?.name === name ? read.at : null,
    })),
    count: found.length,
    everyHours: isScheduled ? env.BACKUP_EVERY_HOURS : null,
    wanted: wanted ? { at: wanted.at, by: wanted.by, isBegun: wanted.begunAt !== null } : null,
    failure: isFailing ? { at: at ?? null, why: (said ?? '').slice(0, maxErrorLength) } : null,
    isLate: isLate(newestOf(found, now()), env, now()),
    isOnSameDisk: await isOnSameDisk(env),
  }
}

const failuresSince = (now: Date): string => new Date(now.getTime() - failureDays * dayMs).toISOString()

async function failuresOf({ db, now }: Shop, mayChange: boolean): Promise<FailedEffect[]> {
  const at = now().getTime()
  const rows = await failedEffects(db, failuresSince(now()), shownFailures)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    createdAt: row.created_at,
    attempts: row.attempts,
    nextAt: row.done_at === null ? row.run_at : null,
    error: (row.last_error ?? '').slice(0, maxErrorLength),
    mayRetry: mayChange && (row.done_at !== null || Date.parse(row.run_at) > at + claimSeconds * 1_000),
  }))
}
