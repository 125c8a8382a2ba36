import type { NewRow } from '../../../platform/db/tables.ts'

/** An import that nothing is known of yet, as a row. */
export function newImportRow(id: string, now: Date): NewRow<'import_runs'> {
  const at = now.toISOString()
  return {
    id,
    origin: 'upload',
    source: '',
    file: '',
    stored: '',
    bytes: 0,
    staff_id: null,
    actor: '',
    address: '',
    created_at: at,
    ended_at: null,
    state: 'draft',
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
    fault_reasons: '',
    notes: '[]',
    run: null,
    rows: null,
    created: null,
    changed: null,
    unchanged: null,
    rejected: null,
    vanished: null,
  }
}
