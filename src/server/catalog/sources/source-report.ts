import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { fileReason, type FileReason, type FileReasonCode } from '../../../domain/products/file-reasons.ts'
import type { ImportFile } from './import-in-thread.ts'
import { SourceError } from './source-error.ts'

const storedReason = z.object({
  reason: z.string(),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
const report = z.object({
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  missing: z.object({ hidden: z.number(), sold_out: z.number(), refused_reason: storedReason.nullable() }).nullable(),
  texts: z.object({ file: z.string(), hash: z.string() }).nullable(),
  error_reason: storedReason.nullable(),
})
const reports = z.tuple([report])

/** What an import did, and the file of texts that it read. */
type Said = { said: FileReason[]; texts: { file: string; hash: string } }

/** Reads the report of an import. Throws SourceError when the file was refused. */
export async function resultOf({ code, said }: Awaited<ReturnType<ImportFile>>, file: string): Promise<Said> {
  const found = await reportIn(file)
  if (!found) throw new Error(said.split('\n').at(-1) || `The import ended with exit code ${code}.`)
  if (found.error_reason) throw new SourceError(...argumentsOf(found.error_reason))
  const { created, changed, unchanged, rejected, missing } = found
  const counts = fileReason('source_done', { created, changed, unchanged, rejected })
  const refused = missing?.refused_reason ? [fileReason(...argumentsOf(missing.refused_reason))] : []
  return { said: [counts, ...vanishedOf(missing), ...refused], texts: found.texts ?? { file: '', hash: '' } }
}

/** Products that the feed does not have any more, and that shoppers cannot buy since. */
function vanishedOf(missing: z.output<typeof report>['missing']): FileReason[] {
  const { hidden = 0, sold_out: soldOut = 0 } = missing ?? {}
  return hidden + soldOut > 0 ? [fileReason('source_vanished', { hidden, soldOut })] : []
}

/** The report is written by this program, so its codes are known. */
const argumentsOf = ({ code, values }: z.output<typeof storedReason>) => [code as FileReasonCode, values] as const

async function reportIn(file: string) {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : reports.parse(JSON.parse(text))[0]
}
