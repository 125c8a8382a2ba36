import { ProductCategories } from '../../contracts/calls/product-categories.ts'
import { listCategories } from '../../server/catalog/categories/categories.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(ProductCategories, ({ db }, { query }, { locals }) =>
  listCategories(db, locals.shopping.language, { parentId: query.parent_id, mainMenu: query.main_menu === 'true' }),
)
