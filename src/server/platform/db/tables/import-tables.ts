import type { Flag } from './flag.ts'

/** `writing` and `undoing` while a process works on it, or after that process was killed. */
export type ImportState = 'writing' | 'done' | 'undoing' | 'undone'

/** `waiting`: the file was still being written. */
export type SourceResult = 'imported' | 'unchanged' | 'failed' | 'waiting'

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
  /**
   * The feeds of the settings: when one was last run or first seen, and when it runs next if not by its schedule.
   * `lease` names the process that runs it, until `leased_until`. `version` and `etag` are of what was last imported.
   */
  feed_sources: {
    name: string
    tried_at: string
    next_at: string | null
    lease: string
    leased_until: string
    version: string
    etag: string
    /** The file with texts that the feed was last imported with, and its hash; empty where it has none. */
    texts_file: string
    texts_hash: string
    failures: number
    is_told: Flag
  }
  /** What the newest runs of each source did; `report` is the name of a file in `reports`. */
  feed_source_runs: {
    id: string
    source: string
    started_at: string
    ended_at: string
    result: SourceResult
    said: string
    report: string
  }
}
