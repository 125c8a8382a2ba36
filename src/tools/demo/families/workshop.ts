import { part, type Part } from '../parts/part.ts'
import { cleaning } from './cleaning.ts'
import { esdProtection } from './esd-protection.ts'
import { openingTools } from './opening-tools.ts'
import { screwdrivers } from './screwdrivers.ts'
import { screws } from './screws.ts'
import { tapes } from './tapes.ts'

const articles = [...screwdrivers, ...openingTools, ...cleaning, ...esdProtection, ...tapes, ...screws]

export const workshop = (): Part[] =>
  articles.map(({ id, category, lines, group, intervals, ...rest }) =>
    part({
      ...rest,
      looks: { article: id },
      key: `workshop ${id}`,
      categories: [category],
      groupSize: group ?? 1,
      intervals: intervals ?? [],
      story: lines.map((line) => [line]),
    }),
  )
