import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseProfile } from '../../src/server/catalog/import/profile/profile.ts'
import { baseOf, choicesOfProfile } from '../../src/server/catalog/import/runs/choices-of-profile.ts'
import { saveFindings, type Finding } from '../../src/server/catalog/import/runs/finding-queries.ts'
import { newImportRow } from '../../src/server/catalog/import/runs/new-import-row.ts'
import {
  baseJson,
  choicesJson,
  notesJson,
  previewJson,
  reasonJson,
  reasonsJson,
} from '../../src/server/catalog/import/runs/run-json.ts'
import { insertImportRow } from '../../src/server/catalog/import/runs/run-queries.ts'
import type { Database } from '../../src/server/platform/db/tables.ts'
import { changeSettings } from '../../src/server/platform/settings/change-settings.ts'

/** Prepares an import, called `i`, whose file has a text in its name, its columns, its cells and its problems. */
export async function prepareImport(db: Database, text: string): Promise<void> {
  const now = new Date('2026-11-20T09:00:00.000Z')
  const columns = [`n${text}`, `p${text}`, `a${text}`]
  const profile = parseProfile(
    {
      name: 'hostile',
      id: [columns[0]],
      sku: { column: columns[0] },
      texts: { en: { name: 'Lamp [{x}]' }, sv: { name: 'Lampa [{x}]' } },
      category: { en: [text], sv: [text] },
      attributes: [{ id: 'length', column: columns[2], en: text, sv: text, unit: 'mm', kind: 'number' }],
    },
    'hostile',
  )
  const limits = { maxMissing: 20, maxRejected: 10 }
  const of = (kind: Finding['kind']): Finding => ({ kind, row: 2, sku: text, field: text, before: text, after: text })
  const note = { reason: text, code: 'note_unknown', values: { count: 3, sku: text } }
  const reason = { code: 'not_number', values: { text, decimal: text, of_file: text, of_row: 3 } }
  await insertImportRow(db, {
    ...newImportRow('i', now),
    file: text,
    actor: text,
    fault: text,
    base: baseJson.write(baseOf(profile).json),
    choices: choicesJson.write(choicesOfProfile(profile, columns, limits, 'SEK')),
    preview: previewJson.write({
      columns: columns.map((column) => ({ column, cells: [text, text] })),
      doubts: [text, note],
      rows: [
        { row: 2, sku: text, name: text, nameSv: text, category: text, price: text, stock: text, attributes: text },
        { row: 3, problem: text, column: null },
        { row: 4, problem: text, column: text, reason },
      ],
      profiles: ['hostile'],
      fitting: ['hostile'],
      version: 1,
    }),
    notes: notesJson.write([text, note]),
    is_checked: 1,
    rows: 3,
    created: 1,
    changed: 1,
    unchanged: 1,
    rejected: 1,
    vanished: 1,
  })
  const told = { ...of('rejected'), reason: reasonJson.write(reason) }
  await saveFindings(db, 'i', [of('changed'), of('rejected'), told, of('vanished')])
}

/** Sets a source, called `s`, whose last run has said a text, and whose server showed an unknown key. */
export async function setHostileSource(db: Database, text: string): Promise<void> {
  const from = 'sftp://files.supplier.example/outgoing/price-lists/stock-of-all-warehouses.csv'
  const login = { user: 'delverk', secret: 'FEED_S', hostKey: `SHA256:${'A'.repeat(43)}` }
  const source = { from, ...login, schedule: 'daily at 03:30', active: false }
  await changeSettings(db, [['sources.feeds.s', source]], { by: text.slice(0, 60), now: new Date() })
  const reasons = reasonsJson.write([{ code: 'source_not_fetched', values: { fault: text } }])
  const run = { source: 's', result: 'failed', said: text, report: '' } as const
  const at = new Date().toISOString()
  const hostKey = `SHA256:${'B'.repeat(43)}`
  const versions = { version: '', etag: '', texts_file: '', texts_hash: '', host_key: hostKey, is_wanted: 0 } as const
  await db
    .insertInto('feed_sources')
    .values({
      name: 's',
      tried_at: at,
      next_at: null,
      leased_until: at,
      lease: '',
      failures: 3,
      is_told: 1,
      ...versions,
    })
    .execute()
  await db
    .insertInto('feed_source_runs')
    .values([
      { ...run, id: 'r', said_reasons: '', started_at: at, ended_at: at },
      { ...run, id: 's', said_reasons: reasons, started_at: at, ended_at: at },
    ])
    .execute()
}

/** Saves a profile, called `hostile`, that is no profile. */
export function writeHostileProfile(dataFolder: string, text: string): void {
  const folder = path.join(dataFolder, 'profiles')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'hostile.json'), text)
}
