import type { NewRow } from '../../../platform/db/tables.ts'

/** A photograph that can be used, or a sentence that says why it cannot. */
export type CheckedPhoto = { id: string } | { problem: string }

/** Provides the photographs of the folder that an import was given. */
export type Photos = {
  /** Checks a file of the folder by its content. */
  check(name: string): Promise<CheckedPhoto>
  /** Renders checked photographs in every image kind and returns their rows; existing files are kept. */
  make(ids: readonly string[]): Promise<NewRow<'pictures'>[]>
}
