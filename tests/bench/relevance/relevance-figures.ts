import { languages } from '../../../src/domain/places/locales.ts'
import { figure, type Figure } from '../figure.ts'
import { mean } from './metric.ts'
import type { Scored } from './score.ts'

/** Figures of a run; `engine` is the database. Queries that want nothing are counted by themselves. */
export function relevanceFigures(engine: string, all: readonly Scored[]): Figure[] {
  const answerable = all.filter(({ query }) => query.wanted !== 'nothing')
  const nonsense = all.filter(({ query }) => query.wanted === 'nothing')
  const lost = answerable.filter(isWithoutHits)
  const name = (what: string): string => `${what}, ${engine}`
  return [
    figure(name('nDCG@10'), ndcgOf(answerable), 'of 1', { bar: { atLeast: 0.92 }, beside: byLanguage(answerable) }),
    figure(name('answerable queries without hits'), share(answerable, isWithoutHits), '%', {
      bar: { atMost: 1 },
      beside: `${lost.length} of ${answerable.length}`,
    }),
    ...rank(name('MRR of part numbers'), all),
    ...shareOf(name('device first, of devices alone'), all, ({ deviceFirst }) => deviceFirst),
    ...shareOf(name('words left out are said'), all, ({ saysUnknown }) => saysUnknown),
    figure(name('nonsense without hits'), share(nonsense, isWithoutHits), '%', {
      beside: `of ${nonsense.length} queries`,
    }),
    ...[...Map.groupBy(answerable, ({ kind }) => kind)].map(([kind, some]) =>
      figure(name(`nDCG@10 of ${kind}`), ndcgOf(some), 'of 1', { beside: byLanguage(some) }),
    ),
  ]
}

/** None without queries for numbers. */
function rank(what: string, all: readonly Scored[]): Figure[] {
  const ranks = all.flatMap((each) => each.reciprocalRank ?? [])
  if (ranks.length === 0) return []
  const beside = `${ranks.filter((each) => each < 1).length} of ${ranks.length} not first`
  return [figure(what, mean(ranks), 'of 1', { bar: { atLeast: 1 }, beside })]
}

/** None without queries that this is asked of. */
function shareOf(what: string, all: readonly Scored[], answer: (each: Scored) => boolean | null): Figure[] {
  const asked = all.filter((each) => answer(each) !== null)
  if (asked.length === 0) return []
  const value = share(asked, (each) => answer(each) === true)
  return [figure(what, value, '%', { beside: `of ${asked.length} queries` })]
}

function byLanguage(all: readonly Scored[]): string {
  const parts = languages.map((language) => {
    const some = all.filter(({ query }) => query.language === language)
    return `${language} ${ndcgOf(some).toFixed(3)} (${some.length}, ${some.filter(isWithoutHits).length} without hits)`
  })
  return parts.join(', ')
}

/** A search that led to the page of the device alone found it. */
const isWithoutHits = ({ hits, deviceFirst }: Scored): boolean => hits.length === 0 && !deviceFirst
const ndcgOf = (all: readonly Scored[]): number => mean(all.map(({ score }) => score))
const share = (all: readonly Scored[], holds: (each: Scored) => boolean): number =>
  (100 * all.filter(holds).length) / all.length

/** The queries with the lowest scores and the first five products that each found, with their grades. */
export function worstQueries(all: readonly Scored[], max: number): string {
  return all
    .filter(({ score }) => score < 1)
    .toSorted((left, right) => left.score - right.score)
    .slice(0, max)
    .map(({ kind, query, hits, score }) => {
      const found = hits
        .slice(0, 5)
        .map(({ part, grade }) => `\n    ${grade}  ${part.sku}  ${part.name[query.language]}`)
      return `  ${score.toFixed(3)}  ${query.language}  “${query.text}” (${kind})${found.join('') || '\n    nothing'}`
    })
    .join('\n')
}
