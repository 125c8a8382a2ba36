import { languages, type Language } from '../../../domain/places/locales.ts'
import type { DefinitionFile } from './definition-file.ts'
import type { DefinitionRows } from './definition-queries.ts'

type Category = DefinitionFile['categories'][number]
type Paths = Record<Language, string>

/** Turns a file into rows. Tags have those articles of which `productId` knows the product. */
export function definitionRows(file: DefinitionFile, productId: ReadonlyMap<string, string>): DefinitionRows {
  const paths = categoryPaths(file.categories)
  return {
    pictures: file.pictures,
    document_files: file.documents,
    ...attributeRows(file),
    ...categoryRows(file, paths),
    brands: file.brands.map(({ description_en = '', description_sv = '', ...brand }) => ({
      ...brand,
      description_en,
      description_sv,
    })),
    devices: file.devices,
    ...tagRows(file, productId),
    search_hints: file.hints,
    search_synonyms: file.synonyms.flatMap(({ phrase, words }) => words.map((word) => ({ phrase, word }))),
  }
}

/** Names everything in the file that the file itself does not have, and categories that are above themselves. */
export function brokenReferences({ categories, attributes, pictures }: DefinitionFile): string[] {
  const [ids, known] = [new Set(categories.map(({ id }) => id)), new Set(attributes.map(({ id }) => id))]
  const shown = new Set(pictures.map(({ id }) => id))
  const paths = categoryPaths(categories)
  return categories.flatMap(({ id, parent, facts, fits, picture }) => [
    ...(parent !== null && !ids.has(parent) ? [`category ${id}: there is no category ${parent} in the file`] : []),
    ...(parent !== null && ids.has(parent) && !paths.has(id) ? [`category ${id}: it is below itself or too deep`] : []),
    ...[...facts, ...fits]
      .filter((each) => !known.has(each))
      .map((each) => `category ${id}: there is no attribute ${each} in the file`),
    ...(picture !== null && !shown.has(picture) ? [`category ${id}: there is no picture ${picture} in the file`] : []),
  ])
}

const maxDepth = 20

/** Paths of the categories whose parents lead to the top. */
function categoryPaths(categories: readonly Category[]): ReadonlyMap<string, Paths> {
  const byId = new Map(categories.map((each) => [each.id, each]))
  const pathsOf = (each: Category, depth: number): Paths | undefined => {
    if (each.parent === null) return each.slug
    const parent = byId.get(each.parent)
    const above = parent && depth < maxDepth ? pathsOf(parent, depth + 1) : undefined
    return above && { en: `${above.en}/${each.slug.en}`, sv: `${above.sv}/${each.slug.sv}` }
  }
  return new Map(
    categories.flatMap((each) => {
      const paths = pathsOf(each, 0)
      return paths ? [[each.id, paths] as const] : []
    }),
  )
}

function attributeRows({ attributes }: DefinitionFile) {
  return {
    attributes: attributes.map(({ id, unit, facet, position, kind = 'text', edited = false }) => ({
      id,
      unit,
      facet: flag(facet),
      position,
      kind,
      edited: flag(edited),
    })),
    attribute_texts: attributes.flatMap(({ id, name }) =>
      languages.map((language) => ({ attribute_id: id, language, name: name[language] })),
    ),
    attribute_value_texts: attributes.flatMap(({ id, values }) =>
      values.flatMap(({ value, ...labels }) =>
        languages.flatMap((language) => {
          const label = labels[language]
          return label === undefined ? [] : [{ attribute_id: id, value, language, label }]
        }),
      ),
    ),
  }
}

function categoryRows({ categories }: DefinitionFile, paths: ReadonlyMap<string, Paths>) {
  return {
    categories: categories.map((each) => ({
      id: each.id,
      parent_id: each.parent,
      position: each.position,
      main_menu: flag(each.menu),
      picture_id: each.picture,
      uri: each.uri,
      product_count: 0,
    })),
    category_texts: categories.flatMap(({ id, name, slug, description, page_title, meta_description }) =>
      languages.map((language) => ({
        category_id: id,
        language,
        name: name[language],
        slug: slug[language],
        path: paths.get(id)?.[language] ?? '',
        description: description[language],
        page_title: page_title?.[language] ?? '',
        meta_description: meta_description?.[language] ?? '',
      })),
    ),
    category_facts: categories.flatMap(({ id, facts }) =>
      facts.map((attribute, position) => ({ category_id: id, attribute_id: attribute, position })),
    ),
    category_fit_attributes: categories.flatMap(({ id, fits }) =>
      fits.map((attribute) => ({ category_id: id, attribute_id: attribute })),
    ),
  }
}

function tagRows({ tags }: DefinitionFile, productId: ReadonlyMap<string, string>) {
  return {
    product_tags: tags.map(({ id, position }) => ({ id, position })),
    product_tag_texts: tags.flatMap(({ id, name, slug, description }) =>
      languages.map((language) => ({
        tag_id: id,
        language,
        name: name[language],
        slug: slug[language],
        description: description[language],
      })),
    ),
    product_tag_products: tags.flatMap(({ id, articles }) =>
      articles.flatMap((article, position) => {
        const product = productId.get(article)
        return product === undefined ? [] : [{ tag_id: id, product_id: product, position }]
      }),
    ),
  }
}

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)
