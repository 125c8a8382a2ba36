import { z } from 'zod'
import { currencyCodes } from '../../../domain/money/currencies.ts'
import { priceEndings, type PriceEnding } from '../../../domain/money/price-endings.ts'
import { priceRule } from '../../../domain/money/price-rule-schema.ts'
import type { PriceRule } from '../../../domain/money/price-rules.ts'
import { productChoice, type ProductChoice } from '../../../domain/products/product-choice.ts'
import { jsonColumn } from '../../platform/db/json-columns.ts'

/** `campaign_rules.choice`, `price_changes.choice`. */
export const choiceJson = jsonColumn<ProductChoice>(productChoice)
/** `campaign_rules.rule`, `price_changes.rule`. */
export const ruleJson = jsonColumn<PriceRule>(priceRule)

/** A stored ending; the plainest for one that this program does not know. */
export function endingOf(text: string): PriceEnding {
  return priceEndings.find((each) => each === text) ?? 'ore'
}

const changedPrice = z.tuple([z.enum(currencyCodes), z.number().int(), z.number().int(), z.number().int()])
/** A price that changes: its currency, from how many units on, before and after in minor units. */
export type ChangedPrice = z.infer<typeof changedPrice>
/** `price_change_rows.prices`. */
export const changedPricesJson = jsonColumn<ChangedPrice[]>(z.array(changedPrice))
