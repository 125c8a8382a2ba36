import { slugify } from '../../../../domain/products/slugs.ts'
import { FeedError, RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import { nameTemplate, type Template, type TemplateSource } from '../profile/name-template.ts'
import type { Profile } from '../profile/profile.ts'
import type { Categories, CategoryName } from './categories.ts'
import { itemsOf, limitedText, splitCell } from './cell-text.ts'

const limits = { depth: 6, name: 100, categories: 10 }

/** Creates a function that returns the ids of a row's categories, the main one first; it throws RowProblem. */
export function categoryReader(
  { category }: Profile,
  categories: Categories,
): (row: FeedRow, source: TemplateSource) => string[] {
  if ('ids' in category) return (row) => byIds(category.ids, row, categories)
  if ('columns' in category) return (row) => fromColumns(category, row, categories)
  const chain = category.en.map((en, at) => ({ en: nameTemplate(en), sv: nameTemplate(category.sv[at] ?? en) }))
  const column = chain.flatMap(({ en }) => en.columns)[0] ?? null
  if (category.en.some((name) => name.includes('{')))
    return (_, source) => [requireCategory(categories, namesFrom(chain, source, column), column)]
  const id = categories.find(category.en.map((en, at) => ({ en, sv: category.sv[at] ?? en })))
  if (id !== undefined) return () => [id]
  throw new FeedError('category_half_known', { path: category.en.map(slugify).join('/') })
}

function byIds({ column, separator }: Ids, row: FeedRow, categories: Categories): string[] {
  const ids = itemsOf(row.get(column), separator)
  const unknown = ids.find((id) => categories.pathOf(id) === undefined)
  if (unknown !== undefined) throw new RowProblem(column, 'no_category_named', { text: unknown.slice(0, 60) })
  if (ids.length === 0) throw new RowProblem(column, 'no_category')
  if (ids.length > limits.categories)
    throw new RowProblem(column, 'categories_many', { count: ids.length, most: limits.categories })
  return ids
}

type Ids = Extract<Profile['category'], { ids: unknown }>['ids']
type Templates = readonly { en: Template; sv: Template }[]

function namesFrom(chain: Templates, source: TemplateSource, column: string | null): Required<CategoryName>[] {
  return chain.map(({ en, sv }) => ({
    en: limitedText(en.words(source, 'en'), column ?? '', limits.name),
    sv: limitedText(sv.words(source, 'sv'), column ?? '', limits.name),
  }))
}

type Columns = Extract<Profile['category'], { columns: unknown }>

function fromColumns({ columns, separator, also }: Columns, row: FeedRow, categories: Categories): string[] {
  const chains = (column: string): string[][] => {
    const cell = row.get(column)
    const several = also === undefined ? [cell] : itemsOf(cell, also)
    return several.map((path) => splitCell(path, separator).map((name) => limitedText(name, column, limits.name)))
  }
  const [english, swedish] = [chains(columns.en), columns.sv === undefined ? undefined : chains(columns.sv)]
  if (swedish && !haveSameLengths(english, swedish))
    throw new RowProblem(columns.sv ?? null, 'category_names', { column: columns.en })
  if (english.length > limits.categories)
    throw new RowProblem(columns.en, 'categories_many', { count: english.length, most: limits.categories })
  const ids = english.map((chain, path) => {
    const names = chain.map((en, at) => {
      const sv = swedish?.[path]?.[at]
      return { en, ...(sv === undefined ? {} : { sv }) }
    })
    return requireCategory(categories, names, columns.en)
  })
  if (ids.length === 0) throw new RowProblem(columns.en, 'no_category')
  return [...new Set(ids)]
}

function haveSameLengths(some: readonly string[][], others: readonly string[][]): boolean {
  return some.length === others.length && some.every((chain, at) => chain.length === others[at]?.length)
}

function requireCategory(categories: Categories, names: readonly CategoryName[], column: string | null): string {
  if (names.length > limits.depth)
    throw new RowProblem(column, 'category_deep', { count: names.length, most: limits.depth })
  if (names.some(({ en, sv }) => slugify(en) === '' || (sv !== undefined && slugify(sv) === '')))
    throw new RowProblem(column, 'no_category')
  const id = categories.find(names)
  if (id !== undefined) return id
  const path = names.map(({ en }) => en).join(' > ')
  throw new RowProblem(column, 'category_other_name', { path })
}
