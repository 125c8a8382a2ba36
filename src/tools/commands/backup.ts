import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newKey, readBackupKey, readKeyFile } from '../../server/backup/archive/backup-key.ts'
import { readBackup } from '../../server/backup/archive/read-archive.ts'
import { BackupError } from '../../server/backup/backup-error.ts'
import { backupFolder, listBackups } from '../../server/backup/backup-folder.ts'
import { explainBackupError } from '../../server/backup/explain-backup-error.ts'
import { makeBackup } from '../../server/backup/make-backup.ts'
import { copyToStore } from '../../server/backup/store/copy-to-store.ts'
import { type S3Store, storeOf } from '../../server/backup/store/s3-store.ts'
import type { Env } from '../../server/platform/env.ts'
import { readEnv } from '../open-database.ts'
import { print, printError, printJson } from '../print.ts'
import { textTable } from '../text-table.ts'
import { type BackupValues, explainedBackup, sizeOf } from './backup/explained.ts'

const usage = `Usage: npm run shop -- backup [command] [options]

Backups of the database and of the files in SHOP_DATA, made while the shop runs. They go to BACKUP_FOLDER, else to
SHOP_DATA/backups; those older than BACKUP_KEEP_DAYS are deleted, but never the newest BACKUP_KEEP_COUNT.
"npm run shop -- restore FILE" puts one in place.

  backup                        makes a backup
  backup list                   lists backups, newest first
  backup verify [FILE]          reads a whole backup, the newest unless named, and checks everything in it
  backup copy                   copies backups that the store of BACKUP_S3_URL lacks, and deletes old ones there
  backup stored                 lists the backups of the store
  backup fetch NAME             copies a backup of the store into the folder, so that it can be restored
  backup new-key                prints a new key for BACKUP_KEY or the file of BACKUP_KEY_FILE

  --to FOLDER                   another folder than BACKUP_FOLDER
  --key-file FILE               another key than BACKUP_KEY or BACKUP_KEY_FILE
  --json                        output for programs
  --help                        shows this text

Exit codes: 0 done, 1 not possible, 2 wrong arguments.`

const options = {
  to: { type: 'string' },
  'key-file': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

type Command = (env: Env, words: readonly string[], values: BackupValues) => Promise<{ text: string; data: unknown }>
const commands: Readonly<Record<string, Command>> = { make, list, verify, copy, stored, fetch: fetchStored }
const maxWords: Readonly<Record<string, number>> = { verify: 1, fetch: 1 }

/** The `backup` command of `npm run shop`. */
export async function run(args: string[]): Promise<number> {
  return explainedBackup(async () => {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) return succeed(usage)
    const [name = 'make', ...words] = positionals
    if (name === 'new-key') return succeed(newKey())
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command || words.length > (maxWords[name] ?? 0)) {
      printError(`There is no "backup ${positionals.join(' ')}". (--help says more.)`)
      return 2
    }
    const env = readEnv()
    if (!env) return 2
    const { text, data } = await command(values.to === undefined ? env : { ...env, BACKUP_FOLDER: values.to }, words, {
      keyFile: values['key-file'],
    })
    if (values.json) printJson(data)
    else print(text)
    return 0
  })
}

function succeed(text: string): number {
  print(text)
  return 0
}

async function make(env: Env, _words: readonly string[], { keyFile }: BackupValues) {
  const key = keyFile === undefined ? {} : { BACKUP_KEY_FILE: keyFile }
  const started = performance.now()
  const { file, manifest, deleted } = await makeBackup({ ...env, ...key }, new Date())
  const { copied } = await copyToStore(env, new Date()).catch((error: unknown) => {
    const said = `${file} was made, but not copied to the store. ${explainBackupError(error)}`
    throw new BackupError(said, { cause: error })
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const files = manifest.parts.find(({ name }) => name === 'files')?.files ?? 0
  const bytes = (await listBackups(backupFolder(env))).find((each) => each.file === file)?.bytes ?? 0
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const lines = [
    `${file}: ${rows} rows of ${manifest.tables.length} tables and ${files} files, ${sizeOf(bytes)}, in ${seconds} s.`,
    ...(deleted.length > 0 ? [`Deleted ${deleted.map(({ name }) => name).join(', ')}.`] : []),
    ...(copied.length > 0 ? [`Copied to the store: ${copied.join(', ')}.`] : []),
  ]
  return {
    text: lines.join('\n'),
    data: { file, bytes, rows, files, deleted: deleted.map(({ name }) => name), copied },
  }
}

async function list(env: Env) {
  const folder = backupFolder(env)
  const found = await listBackups(folder)
  const rows = found.map(({ name, made, bytes, isEncrypted }) => [
    made.toISOString().slice(0, 19).replace('T', ' '),
    sizeOf(bytes),
    isEncrypted ? 'yes' : 'no',
    name,
  ])
  const text =
    rows.length === 0
      ? `There is no backup in ${folder}.`
      : textTable(['MADE (UTC)', 'SIZE', 'ENCRYPTED', 'FILE'], rows).join('\n')
  return { text, data: found }
}

async function copy(env: Env) {
  needStore(env)
  const data = await copyToStore(env, new Date())
  const lines = [
    data.copied.length === 0 ? 'The store lacks nothing.' : `Copied ${data.copied.join(', ')}.`,
    ...(data.deleted.length > 0 ? [`Deleted there: ${data.deleted.join(', ')}.`] : []),
  ]
  return { text: lines.join('\n'), data }
}

async function stored(env: Env) {
  const found = await needStore(env).list()
  const rows = found.map(({ name, made, bytes }) => [
    made.toISOString().slice(0, 19).replace('T', ' '),
    sizeOf(bytes),
    name,
  ])
  const text =
    rows.length === 0 ? 'There is no backup in the store.' : textTable(['MADE (UTC)', 'SIZE', 'FILE'], rows).join('\n')
  return { text, data: found }
}

async function fetchStored(env: Env, [name]: readonly string[]) {
  const store = needStore(env)
  const known = (await store.list()).find((each) => each.name === name)
  if (!known) throw new BackupError('Name a backup of the store; "npm run shop -- backup stored" lists them.')
  const file = join(backupFolder(env), known.name)
  if (existsSync(file)) throw new BackupError(`There is ${file} already.`)
  await mkdir(backupFolder(env), { recursive: true, mode: 0o700 })
  await store.fetch(known.name, file)
  return { text: `${file}: ${sizeOf(known.bytes)}. "npm run shop -- restore FILE" puts it in place.`, data: { file } }
}

function needStore(env: Env): S3Store {
  const store = storeOf(env)
  if (!store) throw new BackupError('There is no store for backups: set BACKUP_S3_URL.')
  return store
}

async function verify(env: Env, [file]: readonly string[], { keyFile }: BackupValues) {
  const chosen = file ?? (await listBackups(backupFolder(env)))[0]?.file
  if (chosen === undefined) throw new BackupError(`There is no backup in ${backupFolder(env)}.`)
  const key = keyFile === undefined ? await readBackupKey(env) : await readKeyFile(keyFile)
  const { head, manifest } = await readBackup(chosen, key, {})
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const files = manifest.parts.find(({ name }) => name === 'files')?.files ?? 0
  const text =
    `${chosen} is whole: made ${head.made} by version ${head.version}, schema ${head.schema.at(-1)}, ${head.kind}, ` +
    `${rows} rows of ${manifest.tables.length} tables and ${files} files.`
  return { text, data: { file: chosen, ...head, columns: undefined, rows, files } }
}
