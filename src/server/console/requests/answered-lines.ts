import type { ConsoleRequestPage, TypedAnswer } from '../../../contracts/console/requests.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { tierFor } from '../../../domain/money/price-tiers.ts'
import { priceLines, type PricedLine } from '../../ordering/cart/price-lines.ts'
import { requestLines, type PartRequestRow, type RequestLineRow } from '../../ordering/requests/queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { suggestedParts } from '../named-parts/named-parts.ts'

type Line = Omit<ConsoleRequestPage['lines'][number], 'answer'> & Pick<RequestLineRow, 'quote_position'>

/** So many parts are named for what a customer described, before anybody has typed in its line. */
const maxSuggested = 3

/** The answer with the part that was chosen for a line. */
export function withPicked(typed: TypedAnswer): TypedAnswer {
  const [, line, sku] = /^(\d{1,4}):(.+)$/.exec(typed.pick) ?? []
  return line && sku && typed['sku:'].has(line) ? { ...typed, 'sku:': new Map([...typed['sku:'], [line, sku]]) } : typed
}

/** The fields of an answer by their names, so that nothing has to be typed again. */
export function fieldsOfAnswer(typed: TypedAnswer): Readonly<Record<string, string>> {
  const groups = (['price:', 'sku:', 'quantity:'] as const).flatMap((group) =>
    [...typed[group]].map(([line, text]) => [`${group}${line}`, text]),
  )
  const { basis = 'inc', until, answer } = typed
  return { ...Object.fromEntries(groups), basis, until, answer }
}

/**
 * The lines with what their parts cost the sender now; null for parts that nobody knows, or that are not sold. With
 * what was typed, of the parts that were typed, and where words stand in place of a number, with what they may mean.
 */
export async function answeredLines(
  context: ConsoleContext,
  row: PartRequestRow,
  typed: TypedAnswer | undefined,
): Promise<Line[]> {
  const { shop, session } = context
  const known = await requestLines(shop.db, [row.id], session.staff.language)
  const all = known.map(({ request_id: _request, ...line }) => {
    const text = typed?.['sku:'].get(String(line.position))?.trim().slice(0, 80)
    return { ...line, sku: text === undefined ? line.sku : text || line.sku, isTyped: Boolean(text) }
  })
  const priced = row.status === 'open' ? await pricedFor(context, row, all) : []
  const lines: Line[] = []
  for (const { isTyped, ...line } of all) {
    const part = priced.find(({ sku }) => sku === line.sku)
    const price = part && tierFor(part.pricing, line.quantity)?.p
    const name = isTyped ? (part?.name ?? null) : line.name
    const isOpen = row.status === 'open' && !part
    const meant = isOpen ? await suggestionsFor(context, { ...line, isTyped }) : []
    lines.push({ ...line, name, price: price === undefined ? null : toMinor(price), meant })
  }
  return lines
}

/** The parts that the typed words may mean; of a line without a part, those that the customer's words may mean. */
async function suggestionsFor(context: ConsoleContext, line: Pick<Line, 'sku' | 'text'> & { isTyped: boolean }) {
  if (line.isTyped) return suggestedParts(context, line.sku ?? '')
  return line.sku === null ? (await suggestedParts(context, line.text)).slice(0, maxSuggested) : []
}

type Asked = { sku: string | null; quantity: number }

async function pricedFor(
  { shop: { db, now } }: ConsoleContext,
  { language, currency: code, country, customer_id: buyer }: PartRequestRow,
  lines: readonly Asked[],
): Promise<PricedLine[]> {
  const currency = currencyByCode(code)
  const known = lines.flatMap(({ sku, quantity }) => (sku ? [{ sku, quantity }] : []))
  return currency ? priceLines(db, { language, currency, country, home: await homeNow(db), buyer }, known, now()) : []
}
