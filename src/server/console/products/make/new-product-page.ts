import { makeProductForm, type NewProductPage } from '../../../../contracts/console/product.ts'
import { amountField } from '../../../../i18n/typed-numbers.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { productLink } from '../record/product-link.ts'
import { productAt } from '../record/record-state-queries.ts'
import { makeProduct } from './make-product.ts'

async function load({ shop, session, request }: ConsoleContext): Promise<NewProductPage> {
  const from = request.url.searchParams.get('from') ?? ''
  const found = from === '' ? undefined : await productAt(shop.db, from)
  const [stored] = found ? await storedRecords(shop.db, shop.kind, [found.id]) : []
  const { currency } = shop.settings.all.home
  const price = stored?.record.prices.find((each) => each.currency === currency && each.min_quantity === 1)
  return {
    currency,
    mayPrice: may(session, 'prices.change'),
    from: stored
      ? {
          id: stored.record.id,
          sku: stored.record.sku,
          nameSv: stored.record.texts.sv.name,
          nameEn: stored.record.texts.en.name,
          price: price ? amountField(price.amount, session.staff.language) : '',
        }
      : null,
  }
}

/** A new product: number, names and price; everything else is written on its page. Or a copy of another. */
export const newProductScreen = consoleScreen<NewProductPage>({
  screen: 'product-new',
  permission: 'products.change',
  load,
  actions: {
    make: consoleAction({
      permission: 'products.change',
      form: makeProductForm,
      run: async (context, input) => productLink(await makeProduct(context, input)),
    }),
  },
})
