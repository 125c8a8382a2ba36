import { fieldLabel } from '../../../../i18n/product-field-words.ts'
import { RowProblem } from '../../../catalog/import/feeds/feed-row.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import type { ConsoleFault } from '../../frame/fault-texts.ts'

/**
 * Runs what reads fields; one that cannot be read is refused by its name, in the person's language. `nameOf` says what
 * a form calls a field: the product's page `field:name_sv`.
 */
export async function withFieldFaults<Result>(
  { request }: ConsoleContext,
  work: () => Promise<Result>,
  nameOf: (field: string) => string = (field) => `field:${field}`,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    const field = error.column ?? ''
    throw new ConsoleError(faultOf(field), { field: fieldLabel(field, request.locals.t) }, nameOf(field))
  }
}

const faults: readonly (readonly [RegExp, ConsoleFault])[] = [
  [/^sku$/, 'product_field_sku'],
  [/^(?:price_|campaign_price)/, 'product_field_price'],
  [/^(?:campaign_|incoming)/, 'product_field_day'],
  [/^(?:name|prefix|label|slug|description)_/, 'product_field_text'],
  [/^(?:group_size|weight_grams|popularity|position|subscription_days|stock|level)$/, 'product_field_number'],
  [/^(?:brand|category|more_categories|tags|devices|related_|pieces)/, 'product_field_unknown'],
]

function faultOf(field: string): ConsoleFault {
  return faults.find(([names]) => names.test(field))?.[1] ?? 'product_field_invalid'
}
