/** `writing` and `undoing` while a process works on it, or after that process was killed. */
export type ImportState = 'writing' | 'done' | 'undoing' | 'undone'

/** Imports of products, and how to undo them. */
export type ImportTables = {
  /**
   * One row per file; the files of one command have the same `run`, the number of the first. `changed_at` is what its
   * products have as `updated_at`. `beat_at` is when its process, `owner`, last wrote; `kept` counts the products that
   * undoing left alone, because they had been changed since.
   */
  catalog_imports: {
    number: number
    run: number
    title: string
    state: ImportState
    owner: string
    changed_at: string
    started_at: string
    beat_at: string
    ended_at: string | null
    created: number
    changed: number
    kept: number
  }
  /** What a step of an import replaced. */
  catalog_import_steps: { import: number; step: number; before: string }
}
