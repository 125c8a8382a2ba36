import { parseArgs } from 'node:util'
import { readBackupKey, readKeyFile } from '../../server/backup/archive/backup-key.ts'
import { restoreBackup } from '../../server/backup/restore/restore-backup.ts'
import { readEnv } from '../open-database.ts'
import { print, printError, printJson } from '../print.ts'
import { explainedBackup } from './backup/explained.ts'

const usage = `Usage: npm run shop -- restore FILE [options]

Puts a backup in place of the shop of SHOP_DATA and DATABASE_URL, which must be stopped. The whole backup is read and
checked first; one of an older version is migrated. What was there is kept aside.

  --yes                         replaces a shop that is there already
  --key-file FILE               another key than BACKUP_KEY or BACKUP_KEY_FILE
  --json                        output for programs
  --help                        shows this text

Exit codes: 0 done, 1 not possible, 2 wrong arguments.`

const options = {
  yes: { type: 'boolean' },
  'key-file': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** The `restore` command of `npm run shop`. */
export async function run(args: string[]): Promise<number> {
  return explainedBackup(async () => {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [file] = positionals
    if (values.help === true) {
      print(usage)
      return 0
    }
    if (file === undefined || positionals.length > 1) {
      printError('Name the file of one backup; "npm run shop -- backup list" lists them. (--help says more.)')
      return 2
    }
    const env = readEnv()
    if (!env) return 2
    const started = performance.now()
    const keyFile = values['key-file']
    const key = keyFile === undefined ? await readBackupKey(env) : await readKeyFile(keyFile)
    const { head, manifest, kept } = await restoreBackup(file, env, {
      key,
      mayReplace: values.yes ?? false,
      now: new Date(),
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const files = manifest.parts.find(({ name }) => name === 'files')?.files ?? 0
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (values.json) printJson({ made: head.made, version: head.version, rows, files, kept })
    else
      print(
        [
          `The shop is as it was at ${head.made}: ${rows} rows and ${files} files, in ${seconds} s.`,
          ...kept,
          'Mails and payments that were waiting then are carried out when it starts.',
        ].join('\n'),
      )
    return 0
  })
}
