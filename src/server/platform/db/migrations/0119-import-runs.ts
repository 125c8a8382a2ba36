import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

type Before = {
  import_runs: Record<string, unknown>
  catalog_imports: { number: number; run: number; title: string; started_at: string; created: number; changed: number }
}

/** Adds a row for every import, those that are prepared in the console included, and what was found in their rows. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await addRuns(db)
  await addFindings(db, kind)
  await index(db, 'import_runs_by_time', 'import_runs', ['created_at', 'id'])
  await index(db, 'catalog_imports_by_run', 'catalog_imports', ['run'])
  await addOlderImports(db as Kysely<Before>)
}

async function addRuns(db: Kysely<unknown>): Promise<void> {
  await table(db, 'import_runs', {
    id: 'text',
    origin: 'text',
    source: 'text',
    file: 'text',
    stored: 'text',
    bytes: 'int',
    staff_id: 'text?',
    actor: 'text',
    address: 'text',
    created_at: 'text',
    ended_at: 'text?',
    state: 'text',
    version: 'int',
    task: 'text',
    tries: 'int',
    lease: 'text',
    leased_until: 'text',
    phase: 'text',
    done: 'int',
    total: 'int',
    base: 'text',
    choices: 'text',
    preview: 'text',
    is_checked: 'flag',
    fault: 'text',
    notes: 'text',
    run: 'int?',
    rows: 'int?',
    created: 'int?',
    changed: 'int?',
    unchanged: 'int?',
    rejected: 'int?',
    vanished: 'int?',
  })
    .addPrimaryKeyConstraint('import_runs_pk', ['id'])
    .execute()
}

async function addFindings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'import_findings', {
    import_id: 'text',
    kind: 'text',
    position: 'int',
    row: 'int?',
    sku: 'text',
    field: 'text',
    before: 'text',
    after: 'text',
  })
    .addPrimaryKeyConstraint('import_findings_pk', ['import_id', 'kind', 'position'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}

/** Imports of before this migration: what the journal knows of them. */
async function addOlderImports(db: Kysely<Before>): Promise<void> {
  const known = await db.selectFrom('catalog_imports').selectAll().orderBy('number').execute()
  for (const [run, files] of Map.groupBy(known, (each) => each.run)) {
    const sum = (key: 'created' | 'changed') => files.reduce((total, each) => total + each[key], 0)
    const [first] = files
    await db
      .insertInto('import_runs')
      .values({
        ...nothing,
        id: `journal-${String(run).padStart(9, '0')}`,
        file: files
          .map(({ title }) => title)
          .join(', ')
          .slice(0, 300),
        created_at: first?.started_at ?? '',
        ended_at: first?.started_at ?? '',
        run,
        created: sum('created'),
        changed: sum('changed'),
      })
      .execute()
  }
}

const nothing = {
  origin: 'command',
  source: '',
  stored: '',
  bytes: 0,
  staff_id: null,
  actor: '',
  address: '',
  state: 'imported',
  version: 1,
  task: '',
  tries: 0,
  lease: '',
  leased_until: '',
  phase: '',
  done: 0,
  total: 0,
  base: '{}',
  choices: '{}',
  preview: '{}',
  is_checked: 0,
  fault: '',
  notes: '[]',
  rows: null,
  unchanged: null,
  rejected: null,
  vanished: null,
}
