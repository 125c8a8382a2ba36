import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Tables of work on many records, and of packing. */
export type PackingTables = {
  /** An operation that somebody started on many records; `done_at` is null while rows wait. */
  bulk_runs: {
    id: string
    staff_id: string
    actor: string
    address: string
    operation: string
    /** The path of the list that it was started from. */
    back: string
    /** What the person wrote for all records. */
    note: Generated<string>
    created_at: string
    done_at: string | null
  }
  /** What came of each record; `subject` is how people call it, `fault` why it was refused. */
  bulk_rows: {
    run_id: string
    position: number
    subject_id: string
    subject: string
    state: 'waiting' | 'done' | 'refused'
    fault: string
  }
  /**
   * Units of an order that are scanned and not shipped yet, one row each; `is_short` marks a line whose rest lacks.
   * `key` is the form's: sent twice, it counts once. `piece_id` is the scanned part of a set, '' for a whole unit.
   */
  packing_scans: {
    id: string
    order_id: string
    key: string
    position: number
    is_short: Flag
    actor: string
    piece_id: Generated<string>
  }
  /** Who picks an order, until somebody else may take it over. */
  order_pickers: { order_id: string; staff_id: string; name: string; taken_at: string }
}
