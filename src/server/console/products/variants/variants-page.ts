import { consolePath } from '../../../../console-routes.ts'
import {
  addValuesForm,
  addVariantForm,
  chosenVariantsForm,
  saveVariantsForm,
  type ProductVariantsPage,
} from '../../../../contracts/console/product-variants.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { requestedProduct } from '../record/save-section.ts'
import { addValues, addVariant } from './add-variants.ts'
import { onChosen, removeVariant, toStatus } from './on-chosen-variants.ts'
import { saveVariants } from './save-variants.ts'
import { variantsContent, type Saved } from './variants-content.ts'

const permission = 'products.change'

/** Shows what came of each row; where all went well the address is shown again. */
async function shownAgain(context: ConsoleContext, saved: Saved) {
  if (saved.results.every(({ fault }) => fault === null)) return undefined
  return { content: await variantsContent(context, saved), isQuestion: true }
}

function forChosen(work: Parameters<typeof onChosen>[2]) {
  return consoleAction({
    permission,
    form: chosenVariantsForm,
    run: async (context, { 'row[]': ids }) => shownAgain(context, await onChosen(context, ids, work)),
  })
}

async function afterAdding(context: ConsoleContext, made: number): Promise<string> {
  const { id } = await requestedProduct(context)
  return consolePath('product-variants', { sku: id }, { made })
}

/** All variants of a product in a table that is edited and saved at once, with forms that add some. */
export const productVariantsScreen = consoleScreen<ProductVariantsPage>({
  screen: 'product-variants',
  permission: 'products.view',
  load: (context) => variantsContent(context),
  actions: {
    save: consoleAction({
      permission,
      form: saveVariantsForm,
      run: async (context, input) => shownAgain(context, await saveVariants(context, input)),
    }),
    publish: forChosen(toStatus('published')),
    archive: forChosen(toStatus('draft')),
    remove: forChosen(removeVariant),
    add: consoleAction({
      permission,
      form: addVariantForm,
      run: async (context, input) => afterAdding(context, await addVariant(context, input)),
    }),
    add_values: consoleAction({
      permission,
      form: addValuesForm,
      run: async (context, input) => afterAdding(context, await addValues(context, input)),
    }),
  },
})
