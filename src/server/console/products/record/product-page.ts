import {
  saveProductForm,
  undoProductForm,
  type ProductRecordPage,
  type ProductSectionName,
} from '../../../../contracts/console/product.ts'
import type { Needed } from '../../../../domain/staff/permissions.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { remove, toStatus } from './product-actions.ts'
import { productContent } from './product-content.ts'
import { productLink } from './product-link.ts'
import { requestedProduct, saveSections } from './save-section.ts'
import { undoChange } from './undo-change.ts'

/** A form of the page: saving it leads back to its section. */
function section(name: ProductSectionName, permission: Needed) {
  return consoleAction({
    permission,
    form: saveProductForm,
    run: async (context, input) => {
      const { id } = await requestedProduct(context)
      return `${productLink({ id, sku: await saveSections(context, input) })}#${name}`
    },
  })
}

/** One product: all of its fields in both languages; the form of each section saves what was typed on the page. */
export const productScreen = consoleScreen<ProductRecordPage>({
  screen: 'product',
  permission: 'products.view',
  load: productContent,
  doneElsewhere: ['make'],
  actions: {
    texts: section('texts', 'products.change'),
    details: section('details', 'products.change'),
    numbers: section('numbers', 'products.change'),
    attributes: section('attributes', 'products.change'),
    prices: section('prices', 'prices.change'),
    stock: section('stock', 'products.change'),
    links: section('links', 'products.change'),
    undo: consoleAction({ permission: 'products.change', form: undoProductForm, run: undoChange }),
    publish: toStatus('published'),
    hide: toStatus('draft'),
    remove,
  },
})
