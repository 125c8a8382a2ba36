import type { SourceInput } from '../../../contracts/console/sources.ts'
import { readSchedule } from '../../../domain/settings/source-schedule.ts'
import { isFingerprint, type FeedSource } from '../../../domain/settings/sources.ts'
import type { AuditOperation } from '../../../domain/staff/audit-operations.ts'
import { sourceStates, type SourceState } from '../../catalog/sources/source-states.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { changeSettings } from '../../platform/settings/change-settings.ts'
import { leavesOf, valueAt, type Json } from '../../platform/settings/setting-names.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import { ShopSettings } from '../../platform/settings/shop-settings.ts'
import { shownSettings } from '../../platform/settings/show-settings.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { LogFields } from '../staff/undo-record.ts'

/** The sources as they are set now; what is kept in memory may be a moment older. */
export async function sourcesNow({ db, now }: ConsoleContext['shop']): Promise<SourceState[]> {
  return sourceStates(db, (await ShopSettings.open(db)).all, now())
}

type Write = { operation: AuditOperation; name: string; since: string; change: [name: string, value: Json | undefined] }

/** Changes the settings of a source, as somebody saw them. Throws ConsoleError or SettingsError. */
export async function writeSource(
  { shop, session }: ConsoleContext,
  { operation, name, since, change }: Write,
): Promise<void> {
  if (!/^\d{1,15}$/.test(since) || (await lastRevision(shop.db)) !== Number(since))
    throw new ConsoleError('record_changed')
  const who = { by: session.actor.name, now: shop.now() }
  if ((await changeSettings(shop.db, [change], { ...who, isTried: true })).length === 0) {
    // Whoever undoes at the same time as somebody else is told, and not that they have undone it.
    if (operation === 'sources.undo') throw new ConsoleError('record_changed')
    return
  }
  const fields = (trx: Queryable) => sourceLog(trx, name)
  const action = { operation, subject: { kind: 'source', id: name, label: name }, fields }
  await audited(shop, session.actor, action, ({ db }) => changeSettings(db, [change], { ...who, since: Number(since) }))
}

/** What the audit log records of a source. */
export async function sourceLog(db: Queryable, name: string): Promise<LogFields> {
  const value = valueAt((await shownSettings(db)).values, ['sources', 'feeds', name])
  return value === undefined ? {} : Object.fromEntries(leavesOf(value))
}

/** The settings that a form says, laid over those of the source. Throws ConsoleError for what this form may not say. */
export function parseSettings(context: ConsoleContext, input: SourceInput, before: FeedSource | undefined): Json {
  const { from, fileName, profile, maxRejected, maxMissing, user, secret } = input
  const hostKey = from.startsWith('sftp:') ? input.hostKey : ''
  const isMoved = before?.from !== from
  // Paths of the server, and addresses of its own network, are for those who have a shell there.
  if (isMoved && !isPublicAddress(from)) throw new ConsoleError('source_address')
  if (from.startsWith('sftp:')) checkLogin(input)
  if (touchesSecret(input, before) && !may(context.session, 'settings.change')) throw new ConsoleError('source_secret')
  const own = {
    from,
    fileName,
    profile,
    maxRejected,
    maxMissing,
    user,
    secret,
    hostKey,
    schedule: parseSchedule(input),
  }
  return { ...own, private: !isMoved && before.private, active: before?.active ?? true }
}

/** Who logs in at an SFTP server, and the fingerprint of its key. */
function checkLogin({ user, secret, hostKey }: SourceInput): void {
  if (user === '' || secret === '') throw new ConsoleError('source_login')
  if (hostKey !== '' && !isFingerprint(hostKey)) throw new ConsoleError('source_host_key')
}

const noSecret = { from: '', user: '', secret: '', hostKey: '' }

/** Whether a password changes, or where it is sent to. */
export function touchesSecret(
  { from, user, secret, hostKey }: Pick<FeedSource, 'from' | 'user' | 'secret' | 'hostKey'>,
  before: FeedSource | undefined,
): boolean {
  const old = before ?? noSecret
  const isMoved = old.from !== from && (secret !== '' || old.secret !== '')
  return isMoved || user !== old.user || secret !== old.secret || hostKey !== old.hostKey
}

/** Whether somebody without a shell may set the address. */
export function isPublicAddress(from: string): boolean {
  return /^(?:https|sftp):\/\//.test(from) && URL.canParse(from)
}

function parseSchedule({ kind, minutes, time }: SourceInput): string {
  const schedule = kind === 'daily' ? `daily at ${time}` : `every ${minutes} minutes`
  if (!readSchedule(schedule)) throw new ConsoleError('source_schedule')
  return schedule
}
