import { existsSync } from 'node:fs'
import { lastBackup } from '../server/backup/last-backup.ts'
import { lastStored } from '../server/backup/store/last-stored.ts'
import { PasswordHasher } from '../server/identity/login/password-hasher.ts'
import { checkDatabase } from '../server/platform/db/check-database.ts'
import { connect } from '../server/platform/db/connect.ts'
import { databaseLocation, databaseName } from '../server/platform/db/database-location.ts'
import { newerSchema, schemaState } from '../server/platform/db/migrate.ts'
import { explainOpenError } from '../server/platform/db/open-database.ts'
import type { Env } from '../server/platform/env.ts'
import { mailServerFault } from '../server/platform/outbox/mail-server.ts'
import { ShopSettings } from '../server/platform/settings/shop-settings.ts'
import { settingsChecks, type Check, type Verdict } from '../server/preflight/checks.ts'
import { fileChecks } from '../server/preflight/files.ts'
import { preflight } from '../server/preflight/preflight.ts'
import { logoSentences } from './commands/settings/logo-sentences.ts'
import { readEnv } from './open-database.ts'
import { print, printError, printJson } from './print.ts'

const usage = `Usage: npm run shop -- doctor [--json]

Checks the settings, the database and the files of the shop. Changes nothing and can be run at any time. A check that
"refuses" means that the shop will not start, or will not work.

  --json                        output for programs
  --help                        shows this text

Exit code: 0 when no check refuses, else 1.`

/** The `doctor` command of `npm run shop`. */
export async function run(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage)
    return 0
  }
  const isJson = args.includes('--json')
  const unknown = args.find((each) => each !== '--json')
  if (unknown !== undefined) {
    printError(`doctor takes no "${unknown}". (--help says more.)`)
    return 2
  }
  const env = readEnv()
  if (!env) return 1
  const backups: Check = { name: 'backup', ...(await lastBackup(env, new Date())) }
  const outside = [...(await mailServerChecks(env)), ...(await storeChecks(env))]
  const checks = [...(await databaseChecks(env)), ...outside, ...fileChecks(env), backups]
  if (isJson) printJson(checks)
  else print(linesOf(checks).join('\n'))
  return checks.some(({ verdict }) => verdict === 'refuses') ? 1 : 0
}

/** Runs the boot checks; only those of the settings when the database's schema is not that of this version. */
async function databaseChecks(env: Env): Promise<Check[]> {
  const location = databaseLocation(env)
  if ('sqliteFile' in location && !existsSync(location.sqliteFile)) {
    return [database('warning', `There is no ${databaseName(env)} yet: npm start makes it.`), ...settingsChecks(env)]
  }
  try {
    const open = connect(location)
    try {
      const { missing, unknown } = await schemaState(open)
      if (unknown.length > 0) return [database('refuses', newerSchema(unknown)), ...settingsChecks(env)]
      if (missing.length > 0) {
        const text = `${databaseName(env)} lacks ${missing.join(', ')}: npm start or "npm run shop -- migrate" adds it.`
        return [database('warning', text), ...settingsChecks(env)]
      }
      const newest = `${databaseName(env)} has the newest schema.`
      const settings = await ShopSettings.open(open.db)
      const checks = await preflight({ ...open, env, now: () => new Date(), passwords: new PasswordHasher(), settings })
      const logo = await logoCheck(settings, env)
      const fault = await checkDatabase({ ...open, location })
      const state = fault
        ? database('refuses', `${databaseName(env)}: ${fault} (docs/operations/runbooks.md says what to do).`)
        : database('ok', newest)
      return [state, ...checks, logo]
    } finally {
      await open.db.destroy()
    }
  } catch (error) {
    const explained = explainOpenError(env, error)
    return [
      database('refuses', explained instanceof Error ? explained.message : String(explained)),
      ...settingsChecks(env),
    ]
  }
}

/** Whether the mail server takes the login; mails wait while it does not. */
async function mailServerChecks({ SMTP_URL: url }: Env): Promise<Check[]> {
  if (url === undefined) return []
  const [name, host] = ['mail-server', new URL(url).host]
  const fault = await mailServerFault(url)
  if (fault === undefined) return [{ name, verdict: 'ok', text: `${host} can be reached and takes the login.` }]
  return [{ name, verdict: 'warning', text: `${host} (SMTP_URL) takes no mail now, so mails wait: ${fault}.` }]
}

/** Whether the store of backups answers and has the newest one. */
async function storeChecks(env: Env): Promise<Check[]> {
  const last = await lastStored(env, new Date())
  return last ? [{ name: 'backup-store', ...last }] : []
}

async function logoCheck({ all }: ShopSettings, { SHOP_DATA }: Env): Promise<Check> {
  const faults = await logoSentences(all, SHOP_DATA)
  if (faults.length > 0) return { name: 'logo', verdict: 'warning', text: faults.join(' ') }
  const text = all.brand.logo === '' ? 'The header shows the name.' : 'The logo can be seen in both colour schemes.'
  return { name: 'logo', verdict: 'ok', text }
}

function database(verdict: Verdict, text: string): Check {
  return { name: 'database', verdict, text }
}

function linesOf(checks: readonly Check[]): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.map(({ name, verdict, text }) => `${verdict.padEnd(7)}  ${name.padEnd(width)}  ${text}`)
  const count = (wanted: Verdict): number => checks.filter(({ verdict }) => verdict === wanted).length
  return [...lines, '', `${count('ok')} ok, ${count('warning')} to look at, ${count('refuses')} that refuse.`]
}
