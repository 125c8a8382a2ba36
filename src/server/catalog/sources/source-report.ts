import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ImportFile } from './import-in-thread.ts'
import { SourceError } from './source-error.ts'

const report = z.object({
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  missing: z.object({ refused: z.string().nullable() }).nullable(),
  error: z.string().nullable(),
})
const reports = z.tuple([report])

/** Says in one line what an import did, by its report. Throws SourceError when the file was refused. */
export async function resultOf({ code, said }: Awaited<ReturnType<ImportFile>>, file: string): Promise<string> {
  const found = await reportIn(file)
  if (!found) throw new SourceError(said.split('\n').at(-1) || `The import ended with exit code ${code}.`)
  if (found.error !== null) throw new SourceError(found.error)
  const { created, changed, unchanged, rejected, missing } = found
  const counts = `${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`
  return [counts, missing?.refused].filter(Boolean).join('. ')
}

async function reportIn(file: string) {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : reports.parse(JSON.parse(text))[0]
}
