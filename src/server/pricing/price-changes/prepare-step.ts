import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { chosenAfter, namesOfChoice } from '../choice/choice-queries.ts'
import { readPriceFacts, type PriceBasics } from '../choice/price-facts.ts'
import { changedPricesJson, choiceJson, endingOf, ruleJson } from '../choice/rule-json.ts'
import { insertRowsOf, setChange, takeChange, type PriceChangeRow } from './change-queries.ts'
import { changedPrices, type ChangeRule } from './changed-prices.ts'

/** Part of the work at a change: of which one, how many products, what holds for all of them, and the time. */
export type Step = { readonly id: string; readonly size: number; readonly basics: PriceBasics; readonly at: Date }

/** The rule of a stored change. A fixed price is no rule for many products, and is none that this program stores. */
function ruleOfChange({ rule, ending }: { rule: string; ending: string }): ChangeRule {
  const read = ruleJson.read(rule)
  if (read.how === 'price') throw new Error('A change of many prices has no fixed price.')
  return { rule: read, ending: endingOf(ending) }
}

/** Computes the rows of the next products; @returns whether there is more to do. */
export async function prepareStep(trx: DatabaseTransaction, { id, size, basics }: Step): Promise<boolean> {
  const change = await takeChange(trx, id)
  if (change?.state !== 'preparing') return false
  const choice = choiceJson.read(change.choice)
  const reading = { base: basics.base, names: await namesOfChoice(trx, choice) }
  const products = await chosenAfter(trx, choice, reading, { after: change.last_id, limit: size })
  const last = products.at(-1)
  if (!last) {
    await setChange(trx, id, { state: 'ready' })
    return false
  }
  const rule = ruleOfChange(change)
  const facts = await readPriceFacts(trx, basics, products)
  const rows = facts.map((each, at): PriceChangeRow => {
    const changed = changedPrices(each, rule, basics.base)
    return {
      change_id: id,
      position: change.total + at + 1,
      product_id: each.id,
      sku: each.sku,
      state: changed.reason === null ? 'waiting' : 'skipped',
      reason: changed.reason ?? '',
      before: each.unit,
      after: changed.reason === null ? changed.after : each.unit,
      cost: each.cost,
      vat_rate: each.vatRate,
      prices: changedPricesJson.write(changed.reason === null ? changed.prices : []),
    }
  })
  await insertRowsOf(trx, rows)
  await setChange(trx, id, { last_id: last.id, total: change.total + rows.length })
  return true
}
