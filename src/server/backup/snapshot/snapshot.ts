import type { BackupHead, BackupManifest } from '../archive/manifest.ts'
import type { EntryToWrite } from '../archive/write-archive.ts'

/** The database as it is at one moment. `counted` is complete after all entries were read. */
export type Snapshot = Pick<BackupHead, 'kind' | 'schema' | 'columns'> & {
  entries: AsyncIterable<EntryToWrite>
  counted: () => Omit<BackupManifest, 'parts'>
  close: () => Promise<void>
}
