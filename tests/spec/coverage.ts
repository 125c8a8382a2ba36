import { readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '../../src/domain/places/locales.ts'
import { listFiles, projectRoot } from '../support/source-files.ts'
import { languagesRun } from '../support/usual-run.ts'
import { isSeen, sentences, type Sentence } from './sentences.ts'
import { testTitles, type TestTitle } from './test-titles.ts'

/**
 * A sentence with the tests whose titles contain its id, and the languages in which its browser tests run in `npm
 * test`.
 */
export type Covered = Sentence & { tests: TestTitle[]; languages: string[] }

const mark = /\[(\d+\.[\w.-]+)\]/g

/** The ids in a title: `[4.cart-add.merge]` gives `4.cart-add.merge`. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(mark)].flatMap(([, id]) => id ?? [])
}

/** Every test of the project, vitest or browser. */
export function allTests(): TestTitle[] {
  return listFiles('tests', ['.ts', '.tsx'])
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) => testTitles(file, readFileSync(path.join(projectRoot, file), 'utf8')))
}

export function coverage(tests: readonly TestTitle[]): Covered[] {
  const byId = new Map<string, TestTitle[]>()
  for (const test of tests) for (const id of idsIn(test.title)) byId.set(id, [...(byId.get(id) ?? []), test])
  return sentences.map((sentence) => {
    const own = byId.get(sentence.id) ?? []
    return { ...sentence, tests: own, languages: [...new Set(own.flatMap(languagesOf))].sort() }
  })
}

function languagesOf({ file, title, skipped }: TestTitle): string[] {
  return file.startsWith('tests/e2e/') && !skipped ? languagesRun(file, title) : []
}

/** Shopper-visible rows that no browser test of the usual run covers in both languages. */
export function halfSeen(rows: readonly Covered[]): string[] {
  return rows
    .filter((row) => isSeen(row) && row.languages.length < languages.length)
    .map(({ id, languages: seen }) => `${id} ${seen.join(' ')}`.trim())
}

/** Ids in titles without a sentence. */
export function unknownIds(tests: readonly TestTitle[]): string[] {
  const known = new Set(sentences.map(({ id }) => id))
  return tests.flatMap(({ file, title }) =>
    idsIn(title)
      .filter((id) => !known.has(id))
      .map((id) => `${file}: [${id}]`),
  )
}

/** A title without its ids. */
export function plainTitle(title: string): string {
  return title
    .replace(mark, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;])/g, '')
    .trim()
}
