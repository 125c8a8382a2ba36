import { languages, type Language } from '../../../domain/places/locales.ts'
import { fileReason, type FileReason } from '../../../domain/products/file-reasons.ts'
import type { Profile } from './profile/profile.ts'
import type { CategoryDefinition } from './rows/categories.ts'

/** New categories that the report names, as far as they are short enough to be kept whole. */
const maxNamed = 20
const maxNamesLength = 180

/** What the report says of a file's products as a whole: new categories, and how many have no price. */
export function notesOfProducts(
  unpriced: number,
  { supplier }: Pick<Profile, 'supplier'>,
  created: readonly CategoryDefinition[],
): FileReason[] {
  // What a supplier's file brings are costs, from which prices follow later.
  const hasPrices = supplier === undefined
  return [
    ...(created.length === 0 ? [] : [noteOfCategories(created)]),
    ...(hasPrices && unpriced > 0 ? [fileReason('note_unpriced', { count: unpriced })] : []),
  ]
}

/** Names the new categories in every language: `names` in English, which is also what older reports have. */
function noteOfCategories(created: readonly CategoryDefinition[]): FileReason {
  const names = Object.fromEntries(languages.map((language) => [language, namesIn(language, created)]))
  const others = languages.filter((language) => language !== 'en')
  return fileReason('note_categories', {
    count: created.length,
    names: names['en'] ?? '',
    ...Object.fromEntries(others.map((language) => [`names_${language}`, names[language] ?? ''])),
  })
}

function namesIn(language: Language, created: readonly CategoryDefinition[]): string {
  const byId = new Map(created.map((category) => [category.id, category]))
  const named = (category: CategoryDefinition): string => {
    const above = category.parent === null ? undefined : byId.get(category.parent)
    return above ? `${named(above)} / ${category.name[language]}` : category.name[language]
  }
  let text = ''
  for (const [at, category] of created.entries()) {
    const longer = text === '' ? named(category) : `${text}, ${named(category)}`
    if (at === maxNamed || longer.length > maxNamesLength) return `${text} …`.trim()
    text = longer
  }
  return text
}
