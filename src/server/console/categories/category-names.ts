import { languages, type Language } from '../../../domain/places/locales.ts'
import type { CategoryTree } from '../../catalog/arrange/category-tree.ts'
import { ConsoleError } from '../frame/console-error.ts'

const maxChoices = 1_000

/** What people call a category: `Spare parts / Fans`. */
export function labelOf(tree: CategoryTree, id: string, language: Language): string {
  return tree
    .lineOf(id)
    .map(({ name }) => name[language])
    .join(' / ')
}

/** The names to choose from; `without` is a category that is no choice, with everything below it. */
export function categoryChoices(tree: CategoryTree, language: Language, without?: string): string[] {
  const left = new Set(without === undefined ? [] : tree.below(without).map(({ id }) => id))
  const ids = tree.below(null).flatMap(({ id }) => (left.has(id) ? [] : [id]))
  return ids.slice(0, maxChoices).map((id) => labelOf(tree, id, language))
}

/**
 * The category that somebody wrote: its name as it is offered, its address or its id. Throws ConsoleError where there
 * is none, or several have the name.
 */
export function namedCategory(tree: CategoryTree, typed: string): string {
  const text = plain(typed)
  const all = tree.below(null)
  const byKey = all.filter(({ id, path }) => id === typed.trim() || languages.some((each) => path[each] === text))
  const byName = all.filter(({ id }) => languages.some((each) => plain(labelOf(tree, id, each)) === text))
  const found = byKey.length > 0 ? byKey : byName
  const [only] = found
  if (only && found.length === 1) return only.id
  throw new ConsoleError('catalog_category', { name: typed.slice(0, 120) })
}

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/\s*\/\s*/g, '/')
