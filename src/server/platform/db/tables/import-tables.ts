import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** `writing` and `undoing` while a process works on it, or after that process was killed. */
export type ImportState = 'writing' | 'done' | 'undoing' | 'undone'

/** `waiting`: the file was still being written. */
export type SourceResult = 'imported' | 'unchanged' | 'failed' | 'waiting'

/** Where an import came from. */
type ImportOrigin = 'upload' | 'command' | 'source'
/** `draft`: uploaded and not imported yet; `refused`: nothing of the file was written. */
type ImportRunState = 'draft' | 'imported' | 'refused'
/** What the job has to do with an import next; empty for nothing. */
export type ImportTask = '' | 'guess' | 'preview' | 'check' | 'import' | 'undo'
/** What was found in a row of a feed, or of a product that is not in it any more. */
export type FindingKind = 'created' | 'changed' | 'rejected' | 'unread' | 'vanished'

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
  /**
   * One row per import as people see it: the files of one command, one run of a source, or an upload of the console.
   * `file` is what people call the file, `stored` its name in the folder of the import. `base`, `choices` and `preview`
   * are JSON: the profile that the choices are laid over, the choices, and what the first rows become by them. `lease`
   * names the process that carries out `task`, until `leased_until`; `phase`, `done` and `total` are its progress.
   * `run` is the number of the journal. Counts are null until they are known.
   */
  import_runs: {
    id: string
    origin: ImportOrigin
    source: string
    file: string
    stored: string
    bytes: number
    staff_id: string | null
    actor: string
    address: string
    created_at: string
    ended_at: string | null
    state: ImportRunState
    version: number
    task: ImportTask
    tries: number
    lease: string
    leased_until: string
    phase: string
    done: number
    total: number
    base: string
    choices: string
    preview: string
    is_checked: Flag
    fault: string
    /** Its codes with values as JSON; empty where there are none, and in rows of before they were kept. */
    fault_reasons: Generated<string>
    notes: string
    run: number | null
    rows: number | null
    created: number | null
    changed: number | null
    unchanged: number | null
    rejected: number | null
    vanished: number | null
  }
  /**
   * What an import or its check found; `field` is a column or a field of a product, `after` a value or a reason in
   * English, `reason` its code and values as JSON, empty where there is none.
   */
  import_findings: {
    import_id: string
    kind: FindingKind
    position: number
    row: number | null
    sku: string
    field: string
    before: string
    after: string
    reason: Generated<string>
    /** Of a product that is new or not in the file any more, its Swedish name; `after` has the English one. */
    name_sv: Generated<string>
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
    /** Somebody asked to run it now, also while it is paused or has not changed. */
    is_wanted: Flag
    /** The key that an SFTP server showed in the last run and that is not the one of the settings; else empty. */
    host_key: string
  }
  /**
   * The products that the file of a source had in its newest run, or in an older one where it `is_gone`. `run`
   * is the number of the import that first found it, null where that import wrote nothing else.
   */
  source_products: { product_id: string; source: string; run: number | null; is_gone: Flag }
  /**
   * What a profile said before somebody changed or removed it, the oldest with the lowest number. `at` and `actor` say
   * who replaced the text, and when.
   */
  profile_texts: {
    name: string
    number: number
    at: string
    actor: string
    event: 'changed' | 'removed'
    text: string
  }
  /** What the newest runs of each source did; `report` is the name of a file in `reports`. */
  feed_source_runs: {
    id: string
    source: string
    started_at: string
    ended_at: string
    result: SourceResult
    said: string
    /** Its codes with values as JSON, in order; empty where there are none. */
    said_reasons: Generated<string>
    report: string
  }
}
