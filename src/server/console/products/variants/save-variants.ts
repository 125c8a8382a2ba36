import type { SaveVariantsInput, VariantResult } from '../../../../contracts/console/product-variants.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError, refusalText } from '../../frame/console-error.ts'
import { isSameText } from '../record/record-cells.ts'
import { saveFields, type Typed } from '../record/save-section.ts'
import { keyOf, optionsOf, variantColumns, writable } from './variant-columns.ts'
import { requestedVariants, type RowFault, type Saved } from './variants-content.ts'

const maxRows = 100
type Row = { id: string; sku: string; typed: Typed }

/**
 * Writes the rows in which something else stands than was shown; each is a change of its own, so that one that is
 * refused keeps no other. A field that somebody else has changed meanwhile is refused; their other fields stay.
 */
export async function saveVariants(context: ConsoleContext, input: SaveVariantsInput): Promise<Saved> {
  const rows = await changedRows(context, input)
  if (rows.length === 0) throw new ConsoleError('nothing_changed')
  if (rows.length > maxRows) throw new ConsoleError('too_many')
  const results: VariantResult[] = []
  const faults = new Map<string, RowFault>()
  const typed: [string, string][] = []
  for (const row of rows) {
    const fault = await refusalOfRow(context, row)
    results.push({ sku: row.sku, fault: fault?.text ?? null })
    if (!fault) continue
    faults.set(row.id, fault)
    for (const [column, { text, was }] of row.typed) {
      const name = `field:${keyOf(row.id, column)}`
      typed.push([name, text], [`was:${name}`, was])
    }
  }
  return { results, faults, typed: Object.fromEntries(typed) }
}

/** Only fields that the table has for this person are read, of variants of the product of the address. */
async function changedRows(context: ConsoleContext, input: SaveVariantsInput): Promise<Row[]> {
  const requested = await requestedVariants(context)
  if (!requested) throw new ConsoleError('unknown')
  const records = requested.variants.map(({ record }) => record)
  const columns = writable(context, variantColumns(context, requested.names, optionsOf(requested.parent, records)))
  return records.flatMap(({ id, sku }) => {
    const typed = columns.flatMap(({ name }) => {
      const was = input['was:'].get(`field:${keyOf(id, name)}`)
      const text = input['field:'].get(keyOf(id, name))
      return was === undefined || text === undefined || isSameText(text, was) ? [] : [[name, { text, was }] as const]
    })
    return typed.length === 0 ? [] : [{ id, sku, typed: new Map(typed) }]
  })
}

async function refusalOfRow(context: ConsoleContext, { typed, ...product }: Row): Promise<RowFault | undefined> {
  try {
    await saveFields(context, product, typed)
    return undefined
  } catch (error) {
    const text = refusalText(error, context.request.locals.t)
    if (text === undefined) throw error
    return { text, field: error instanceof ConsoleError ? error.field?.replace(/^field:/, '') : undefined }
  }
}
