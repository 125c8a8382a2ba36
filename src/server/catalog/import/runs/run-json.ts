import { z } from 'zod'
import { feedChoices } from '../../../../domain/products/feed-choices.ts'
import { jsonColumn } from '../../../platform/db/json-columns.ts'

const text = z.string()
const product = z.object({
  row: z.number(),
  sku: text,
  name: text,
  nameSv: text,
  category: text,
  categorySv: text.optional(),
  price: text,
  stock: text,
  attributes: text,
})
/** Why a row is rejected: its code and values. */
const reason = z.object({ code: text, values: z.record(text, z.union([text, z.number()])) })
/** `import_findings.reason`; '' where there is none. */
export const reasonJson = jsonColumn(reason)
/** `import_runs.fault_reasons` and `feed_source_runs.said_reasons`; '' where there is none. */
export const reasonsJson = jsonColumn(z.array(reason))
/** Something said of a file; a sentence alone in what older versions wrote. */
const storedReason = z.union([text, reason.extend({ reason: text })])

const problem = z.object({
  row: z.number(),
  problem: text,
  column: text.nullable().default(null),
  reason: reason.optional(),
})

/** What the first rows of a feed say: its columns with some of their cells, and what the rows become. */
const preview = z.object({
  columns: z.array(z.object({ column: text, cells: z.array(text) })),
  doubts: z.array(storedReason),
  rows: z.array(z.union([product, problem])),
  /** Names of profiles, and those that the file's name fits. */
  profiles: z.array(text),
  fitting: z.array(text),
  /** The version of the choices that the rows were made by. */
  version: z.number(),
})
export type StoredPreview = z.output<typeof preview>
/** `import_runs.preview`; '{}' until the file was read. */
export const previewJson = jsonColumn(z.union([preview, z.object({}).transform(() => undefined)]))
/** `import_runs.choices`; '{}' until the file was read. */
export const choicesJson = jsonColumn(z.union([feedChoices, z.object({}).transform(() => undefined)]))
/** `import_runs.base`: a profile as JSON; '{}' until the file was read. */
export const baseJson = jsonColumn(z.record(z.string(), z.unknown()))
/** `import_runs.notes`: what the import says, and what taking it back did. */
export const notesJson = jsonColumn(
  z.array(
    z.union([
      storedReason,
      z.object({
        undone: z.object({ restored: z.number(), removed: z.number(), hidden: z.number(), kept: z.number() }),
        keptCategories: z.array(text),
        /** The first products that stay as they are, with what changed them. */
        keptProducts: z.array(z.object({ sku: text, at: text, import: text, actor: text })).default([]),
      }),
    ]),
  ),
)
