import { expect, test } from 'vitest'
import { testsOfOneEngine } from './support/one-engine.ts'
import { listFiles, readSource } from './support/source-files.ts'

const sources = new Map(listFiles('tests', ['.ts', '.tsx']).map((file) => [file, readSource(file)]))

/** The same question as in one-engine.ts, answered with the syntax tree. */
function reachesInject(file: string, seen = new Set<string>()): boolean {
  const source = sources.get(file)
  if (source === undefined || seen.has(file)) return false
  seen.add(file)
  return source.calls.has('inject') || source.imports.some(({ target }) => reachesInject(target, seen))
}

test('every test that can tell the engines apart runs on both, unless its name says that it need not', () => {
  const once = new Set(testsOfOneEngine())
  const tests = [...sources.keys()].filter((file) => /^tests\/server\/.*\.test\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(300)
  const wrong = tests.filter((file) => once.has(file) !== (file.endsWith('.sqlite.test.ts') || !reachesInject(file)))
  expect(wrong).toEqual([])
  expect(once.size).toBeLessThan(tests.length / 4)
})

test('a test that opens no database is found, and one that opens it through another file is not', () => {
  const once = testsOfOneEngine()
  expect(once).toContain('tests/server/platform/http/linear-time.test.ts')
  expect(once).not.toContain('tests/server/ordering/edits/credit-amount.test.ts')
  expect(once).not.toContain('tests/server/platform/db/engine.test.ts')
})
