/** Tables of work on many records, and of packing. */
export type PackingTables = {
  /** An operation that somebody started on many records; `done_at` is null while rows wait. */
  bulk_runs: {
    id: string
    staff_id: string
    actor: string
    address: string
    operation: string
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
}
