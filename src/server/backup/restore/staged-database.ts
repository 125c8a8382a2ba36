import type { BackupHead, BackupManifest } from '../archive/manifest.ts'
import type { TarFile } from '../archive/read-tar.ts'

/** A database that is put together from a backup beside the shop's own, which it replaces at the end. */
export type StagedDatabase = {
  begin: (head: BackupHead) => Promise<void>
  /** Writes a file of the backup's database. */
  write: (entry: TarFile) => Promise<void>
  /** Checks that it has what the backup says, and migrates it to the newest schema. */
  finish: (head: BackupHead, manifest: BackupManifest) => Promise<void>
  /** Replaces the shop's database; returns where the old one is, as sentences. `kept` is a folder for it. */
  takePlace: (kept: string) => Promise<string[]>
  close: () => Promise<void>
}
