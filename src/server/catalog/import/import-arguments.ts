import type { RejectionLimit } from './feed-report.ts'

/** What an import is asked to do. */
export type ImportArguments = {
  files: string[]
  /** A profile's name or file; undefined to choose by the feed's file name. */
  profile: string | undefined
  /** Writes a profile for the file instead of importing it. */
  isGuess: boolean
  dryRun: boolean
  /** Maximum number of rejected rows; above it nothing of the file is written. */
  maxRejected: RejectionLimit
  /** How many percent of a feed's products may be missing in it; above it nothing is done to them. */
  maxMissing: number
  report: string | undefined
  /** The folder or .zip file with photographs; undefined when none was named. */
  pictures: string | undefined
  /** The folder or .zip file with documents; undefined when none was named. */
  documents: string | undefined
  /** Whether progress may overwrite one terminal line. */
  isTerminal: boolean
  /** The source that the import is run for; none for one that somebody asked for. */
  source?: string | undefined
}

/** A task of an import of the console, which its process has leased. */
export type ImportOrder = { importId: string; lease: string }

/** Heap limits of the import worker; without them V8 delays garbage collection while the machine has free memory. */
export const importMemory = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 48 }

/** Reads a number of rows or a share from 0% to 100%, such as 25 or 10%; undefined for anything else. */
export function readLimit(text: string): RejectionLimit | undefined {
  const [, number, percent] = /^(\d{1,9}(?:\.\d{1,2})?)(%)?$/.exec(text) ?? []
  if (number === undefined) return undefined
  if (percent !== undefined) return Number(number) <= 100 ? { percent: Number(number) } : undefined
  return number.includes('.') ? undefined : { rows: Number(number) }
}
