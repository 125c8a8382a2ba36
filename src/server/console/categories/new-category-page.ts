import { consolePath } from '../../../console-routes.ts'
import { categoryMakeForm, type NewCategoryPage } from '../../../contracts/console/categories.ts'
import { makeCategory } from '../../catalog/arrange/make-category.ts'
import { readTree } from '../../catalog/arrange/tree-queries.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { categoryChoices, labelOf, namedCategory } from './category-names.ts'
import { typedWords } from './typed-words.ts'

const permission = 'products.change'
const noTexts = {
  description_en: '',
  description_sv: '',
  page_title_en: '',
  page_title_sv: '',
  meta_description_en: '',
  meta_description_sv: '',
}

/** The form that makes a category; `?parent=` says below which one. */
export const newCategoryScreen = consoleScreen<NewCategoryPage>({
  screen: 'category-new',
  permission,
  load: async ({ shop, session, request }) => {
    const tree = await readTree(shop.db)
    const { language } = session.staff
    const above = tree.get(request.url.searchParams.get('parent') ?? '')
    return {
      categories: categoryChoices(tree, language),
      parent: above ? labelOf(tree, above.id, language) : '',
    }
  },
  actions: {
    make: consoleAction({
      permission,
      form: categoryMakeForm,
      run: async ({ shop, session }, { parent, ...form }) => {
        const tree = await readTree(shop.db)
        const parentId = parent === '' ? null : namedCategory(tree, parent)
        const words = typedWords({ ...noTexts, ...form })
        const id = await makeCategory(shop, { parentId, words }, async (trx, made) => {
          const subject = { kind: 'category', id: made.id, label: made.path }
          await appendAudit(trx, session.actor, { operation: 'categories.make', subject }, shop.now())
        })
        return consolePath('category', { id })
      },
    }),
  },
})
