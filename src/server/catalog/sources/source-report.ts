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
  texts: z.object({ file: z.string(), hash: z.string() }).nullable(),
  error: z.string().nullable(),
})
const reports = z.tuple([report])

/** What an import did in one line, and the file of texts that it read. */
type Said = { said: string; texts: { file: string; hash: string } }

/** Reads the report of an import. Throws SourceError when the file was refused. */
export async function resultOf({ code, said }: Awaited<ReturnType<ImportFile>>, file: string): Promise<Said> {
  const found = await reportIn(file)
  if (!found) throw new SourceError(said.split('\n').at(-1) || `The import ended with exit code ${code}.`)
  if (found.error !== null) throw new SourceError(found.error)
  const { created, changed, unchanged, rejected, missing } = found
  const counts = `${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`
  const line = [counts, missing?.refused].filter(Boolean).join('. ')
  return { said: line, texts: found.texts ?? { file: '', hash: '' } }
}

async function reportIn(file: string) {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : reports.parse(JSON.parse(text))[0]
}
