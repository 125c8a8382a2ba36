import type { AttributePage } from '../../../contracts/console/attributes.ts'
import {
  categoriesWithAttribute,
  productsWithAttribute,
  valuesOfAttribute,
  type StoredAttribute,
} from '../../catalog/attributes/attribute-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { countedRows } from '../lists/list-queries.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { undoingOf } from './attribute-log.ts'

const maxValues = 200

const noAttribute: Omit<AttributePage, 'mayChange'> = {
  id: '',
  name: '',
  version: '',
  fields: { name_sv: '', name_en: '', unit: '', kind: 'text', facet: 'yes' },
  values: [],
  isCut: false,
  products: 0,
  areMore: false,
  facts: [],
  fits: [],
  audit: [],
}

/** Changes with what the form of an attribute holds; not with its place in the order. */
export function attributeVersion({ labels, position: _position, ...attribute }: StoredAttribute): string {
  const written = Object.entries(attribute).sort(([a], [b]) => (a < b ? -1 : 1))
  return hashSecret(JSON.stringify([written, [...labels]])).slice(0, 20)
}

/** Everything that the page of an attribute shows; of a new one, an empty form. */
export async function attributeContent(
  context: ConsoleContext,
  attribute: StoredAttribute | undefined,
): Promise<AttributePage> {
  const { shop, session } = context
  const mayChange = may(session, 'products.change')
  if (!attribute) return { ...noAttribute, mayChange }
  const { id, name, unit, kind, facet, labels } = attribute
  const { language } = session.staff
  const counted = await valuesOfAttribute(shop.reportDb, id, maxValues + 1)
  const products = await productsWithAttribute(shop.reportDb, id, countedRows + 1)
  const unused = [...labels.keys()].filter((value) => !counted.some((row) => row.value === value))
  const all = [...counted, ...unused.map((value) => ({ value, products: 0 }))]
  return {
    id,
    name: name[language] || id,
    version: attributeVersion(attribute),
    fields: { name_sv: name.sv, name_en: name.en, unit, kind, facet: facet === 1 ? 'yes' : '' },
    values: all.slice(0, maxValues).map((row) => {
      const words = labels.get(row.value)
      return { ...row, sv: words?.sv ?? '', en: words?.en ?? '' }
    }),
    isCut: all.length > maxValues,
    products: Math.min(products, countedRows),
    areMore: products > countedRows,
    ...(await categoriesWithAttribute(shop.reportDb, id, language)),
    audit: await undoableHistory(context, undoingOf(attribute)),
    mayChange,
  }
}
