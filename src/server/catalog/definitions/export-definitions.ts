import type { Language } from '../../../domain/places/locales.ts'
import type { MarkupsSettings } from '../../../domain/settings/markups.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { DefinitionFile } from './definition-file.ts'
import { definitionsIn, taggedArticles } from './definition-queries.ts'

/** Reads what products refer to. */
export async function exportDefinitions(db: Queryable, markups: MarkupsSettings): Promise<DefinitionFile> {
  const synonyms = Map.groupBy(await definitionsIn(db, 'search_synonyms'), ({ phrase }) => phrase)
  return {
    format: 'shop definitions 1',
    pictures: await definitionsIn(db, 'pictures'),
    documents: await definitionsIn(db, 'document_files'),
    attributes: await attributes(db),
    categories: await categories(db),
    brands: await definitionsIn(db, 'brands'),
    devices: await definitionsIn(db, 'devices'),
    tags: await tags(db),
    hints: await definitionsIn(db, 'search_hints'),
    synonyms: [...synonyms].map(([phrase, rows]) => ({ phrase, words: rows.map(({ word }) => word) })),
    markups,
  }
}

async function attributes(db: Queryable): Promise<DefinitionFile['attributes']> {
  const texts = Map.groupBy(await definitionsIn(db, 'attribute_texts'), (row) => row.attribute_id)
  const labels = Map.groupBy(await definitionsIn(db, 'attribute_value_texts'), (row) => row.attribute_id)
  return (await definitionsIn(db, 'attributes')).map(({ id, unit, facet, position, kind, edited }) => ({
    id,
    name: textInLanguages(texts.get(id), 'name'),
    unit,
    facet: facet === 1,
    kind,
    ...(edited === 1 ? { edited: true } : {}),
    position,
    values: [...Map.groupBy(labels.get(id) ?? [], ({ value }) => value)].map(([value, rows]) => ({
      value,
      ...Object.fromEntries(rows.map(({ language, label }) => [language, label])),
    })),
  }))
}

async function categories(db: Queryable): Promise<DefinitionFile['categories']> {
  const texts = Map.groupBy(await definitionsIn(db, 'category_texts'), (row) => row.category_id)
  const facts = Map.groupBy(await definitionsIn(db, 'category_facts'), (row) => row.category_id)
  const fits = Map.groupBy(await definitionsIn(db, 'category_fit_attributes'), (row) => row.category_id)
  return (await definitionsIn(db, 'categories')).map(({ id, parent_id: parent, position, ...row }) => ({
    id,
    parent,
    name: textInLanguages(texts.get(id), 'name'),
    slug: textInLanguages(texts.get(id), 'slug'),
    description: textInLanguages(texts.get(id), 'description'),
    page_title: textInLanguages(texts.get(id), 'page_title'),
    meta_description: textInLanguages(texts.get(id), 'meta_description'),
    position,
    menu: row.main_menu === 1,
    picture: row.picture_id,
    uri: row.uri,
    facts: (facts.get(id) ?? [])
      .toSorted((one, other) => one.position - other.position)
      .map(({ attribute_id: attribute }) => attribute),
    fits: (fits.get(id) ?? []).map(({ attribute_id: attribute }) => attribute),
  }))
}

async function tags(db: Queryable): Promise<DefinitionFile['tags']> {
  const texts = Map.groupBy(await definitionsIn(db, 'product_tag_texts'), (row) => row.tag_id)
  const articles = Map.groupBy(await taggedArticles(db), (row) => row.tag_id)
  return (await definitionsIn(db, 'product_tags')).map(({ id, position }) => ({
    id,
    position,
    name: textInLanguages(texts.get(id), 'name'),
    slug: textInLanguages(texts.get(id), 'slug'),
    description: textInLanguages(texts.get(id), 'description'),
    articles: (articles.get(id) ?? []).map(({ sku }) => sku),
  }))
}

type Text<Key extends string> = { language: Language } & Record<Key, string>

function textInLanguages<Key extends string>(
  rows: readonly Text<Key>[] | undefined,
  key: Key,
): Record<Language, string> {
  const of = (language: Language): string => rows?.find((row) => row.language === language)?.[key] ?? ''
  return { en: of('en'), sv: of('sv') }
}
