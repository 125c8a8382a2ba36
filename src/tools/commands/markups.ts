import { markupFaults, markupsSettings, type MarkupsSettings } from '../../domain/settings/markups.ts'
import { plainAmount } from '../../i18n/money.ts'
import { applyPrices, previewPrices, type PriceChange } from '../../server/catalog/import/reprice/reprice.ts'
import {
  operatorCommand,
  OperatorError,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { textTable } from '../text-table.ts'
import { readJson } from './settings/files.ts'

const usage = `Usage: npm run shop -- markups <command> [options]

Prices that follow from what parts cost. The rules are settings (settings list markups); imports of costs go by them at
once, and other prices when you say "apply". Works while the shop runs.

  preview [FILE|-]    what prices would be by the rules of the settings, or by those of a JSON file of the same form as
                      "settings get markups" shows; changes nothing
      --limit N         how many changes to list, default 20
  apply               gives all products with costs the prices of the rules, and sells the suppliers that count now; can
                      be taken back with "imports undo"

  --json              output for programs
  --help              shows this text`

/** The `markups` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'markups',
  usage,
  commands: { preview, apply },
  options: { limit: { type: 'string' } },
})

async function preview({ db, kind, now }: OperatorShop, given: Given): Promise<Answer> {
  const [file, ...others] = given.words
  if (others.length > 0) throw new OperatorError('Name one file with rules.')
  const limit = wholeNumber(given, 'limit', { min: 1, max: 100_000, otherwise: 20 })
  const markups = file === undefined ? undefined : rulesIn(await readJson(file))
  const data = await previewPrices({ db, kind, now: now() }, { markups, limit })
  const { raised, lowered, moved, unruled, unknown, changes, products } = data
  const lines = [
    ...textTable(['ARTICLE', 'SUPPLIER', 'COST', 'PRICE', 'NEW PRICE', 'MARGIN', 'RULE'], changes.map(rowOf)),
    `Of ${products} products that suppliers offer, ${raised} get a higher price and ${lowered} a lower one. ` +
      `Units or days change for ${moved}.`,
    ...(unruled > 0 ? [`For the cost of ${unruled} products there is no rule; their prices stay.`] : []),
    ...unknown.map((category) => `The shop has no category "${category}", which a rule is for.`),
  ]
  return { data, lines }
}

function rulesIn(json: unknown): MarkupsSettings {
  const parsed = markupsSettings.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new OperatorError(`The rules cannot be used: ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const [fault] = markupFaults(parsed.data)
  if (fault) throw new OperatorError(`The rules cannot be used: ${fault.name} ${fault.reason}.`)
  return parsed.data
}

function rowOf({ sku, supplier, currency, cost, before, after, rule, net }: PriceChange): string[] {
  const shown = (amount: number): string => plainAmount(amount, currency)
  const margin = `${((100 * (net - cost)) / net).toFixed(1)} %`
  return [sku, supplier, shown(cost), before === null ? '' : shown(before), shown(after), margin, rule]
}

async function apply({ db, kind, now }: OperatorShop): Promise<Answer> {
  const data = await applyPrices({ db, kind, now: now() })
  if (data.number === undefined) return { data, lines: ['Nothing changes: all prices are those of the rules.'] }
  return {
    data,
    lines: [`Products changed: ${data.changed}. "imports undo ${data.number}" takes it back.`],
  }
}
