import { inEachLanguage } from '../../../domain/places/locales.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { words, type Words } from '../words.ts'
import type { Branch } from './branch.ts'
import { otherBranches } from './category-branches.ts'
import { laptopBranch } from './laptop-branch.ts'

export type Category = Omit<Branch, 'children'> & {
  parentId: string | null
  position: number
  slug: Words
  path: Words
}

export const categories: readonly Category[] = grow([laptopBranch, ...otherBranches], null, words(''))

function grow(branches: readonly Branch[], parentId: string | null, above: Words): Category[] {
  return branches.flatMap(({ children, ...branch }, position) => {
    const slug = inEachLanguage((language) => slugify(branch.name[language]))
    const path = inEachLanguage((language) => [above[language], slug[language]].filter(Boolean).join('/'))
    return [{ ...branch, parentId, position, slug, path }, ...grow(children, branch.id, path)]
  })
}
