import { z } from 'zod'
import { auditOf } from '../../../platform/audit/audit-queries.ts'
import { auditJson } from '../../../platform/db/json-columns.ts'
import type { Queryable, Row } from '../../../platform/db/tables.ts'
import type { ProductFiles } from './on-files.ts'

/** Of the newest entries about a product, those about its files are shown. */
const maxEntries = 100

const files = z.object({
  pictures: z.array(z.object({ id: z.string(), en: z.string(), sv: z.string() })).optional(),
  documents: z.array(z.object({ id: z.string(), title_en: z.string(), title_sv: z.string() })).optional(),
})

export type Earlier = Pick<Row<'audit_log'>, 'id' | 'at' | 'actor' | 'operation'> & {
  readonly files: Partial<ProductFiles>
}

/** What the files of a product were before each change that the log has, newest first. */
export async function earlierFiles(db: Queryable, product: string): Promise<Earlier[]> {
  const entries = await auditOf(db, { kind: 'product', id: product }, maxEntries)
  return entries.flatMap(({ id, at, actor, operation, before }) => {
    const read = files.safeParse(auditJson.read(before))
    const isOfFiles = read.success && (read.data.pictures !== undefined || read.data.documents !== undefined)
    return isOfFiles ? [{ id, at, actor, operation, files: withoutUndefined(read.data) }] : []
  })
}

function withoutUndefined({ pictures, documents }: z.output<typeof files>): Partial<ProductFiles> {
  return { ...(pictures && { pictures }), ...(documents && { documents }) }
}
