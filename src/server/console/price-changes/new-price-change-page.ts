import { isDeepStrictEqual } from 'node:util'
import { consolePath } from '../../../console-routes.ts'
import {
  priceChangeForm,
  type NewPriceChangePage,
  type PriceChangeInput,
} from '../../../contracts/console/price-changes.ts'
import { allProducts } from '../../../domain/products/product-choice.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { workAtChange } from '../../pricing/price-changes/carry-out-changes.ts'
import type { ChangeRule } from '../../pricing/price-changes/changed-prices.ts'
import { makeChange } from '../../pricing/price-changes/edit-changes.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { parseAmount, choiceFields, parseChoice, parseEnding, noRule, parseShare } from '../prices/read-price-form.ts'
import { changeSubject } from './on-price-change.ts'

const permission = 'prices.change'
/** How long the request works at the rows; of a small change it shows them at once, and the job does the rest. */
const firstMs = 1_000

/** The form that makes a change of many prices; it is carried out when its rows have been looked at. */
export const newPriceChangeScreen = consoleScreen<NewPriceChangePage>({
  screen: 'price-change-new',
  permission,
  load: async (context) => ({
    fields: { ...choiceFields(allProducts, context.session.staff.language), ...noRule, ...chosenIn(context) },
    base: context.shop.settings.all.home.currency,
    mayCosts: may(context.session, 'figures.view'),
  }),
  actions: {
    make: consoleAction({
      permission,
      form: priceChangeForm,
      run: async (context, form) => {
        const { shop, session } = context
        const choice = parseChoice(form)
        const isWhole = isDeepStrictEqual(choice, allProducts)
        if (isWhole && form.everything !== 'yes') throw new ConsoleError('price_all_products')
        const wanted = {
          id: newId(shop.now().getTime()),
          choice,
          rule: parseRule(context, form),
          ending: parseEnding(form),
        }
        const action = { operation: 'price_changes.make', subject: changeSubject(wanted.id, shop.now()) }
        await audited(shop, session.actor, action, (services) => makeChange(services, session.actor, wanted))
        await workAtChange(shop, wanted.id, { until: performance.now() + firstMs })
        return consolePath('price-change', { id: wanted.id })
      },
    }),
  },
})

function parseRule({ session }: ConsoleContext, { how, value }: PriceChangeInput): ChangeRule['rule'] {
  if (how === 'margin') {
    // What the new prices would be tells what the parts cost.
    if (!may(session, 'figures.view')) throw new ConsoleError('not_possible')
    return { how, margin: parseShare(value, { min: 0, max: 9_500 }) }
  }
  if (how === 'amount') {
    const amount = parseAmount(value, -1_000_000_000)
    if (amount === 0) throw new ConsoleError('price_amount')
    return { how, amount }
  }
  return { how: 'percent', percent: parseShare(value, { min: -9_500, max: 90_000 }) }
}

/** What the address chooses, such as the filters of the list of products. */
function chosenIn({ request }: ConsoleContext) {
  const { searchParams } = request.url
  const text = (name: string) => (searchParams.get(name) ?? '').slice(0, 300)
  const oneOf = (name: string, values: readonly string[]) => values.find((value) => value === text(name)) ?? ''
  return {
    skus: text('sku'),
    category: text('category'),
    brand: text('brand'),
    status: oneOf('status', ['published', 'draft']),
    stock: oneOf('stock', ['in', 'out']),
  }
}
