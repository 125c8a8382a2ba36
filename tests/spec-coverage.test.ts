import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '../src/domain/places/locales.ts'
import { coveragePage } from './spec/coverage-page.ts'
import { allTests, coverage, halfSeen, idsIn, unknownIds } from './spec/coverage.ts'
import { sentences } from './spec/sentences.ts'
import { testTitles } from './spec/test-titles.ts'
import { projectRoot } from './support/source-files.ts'
import { isRun, languagesRun } from './support/usual-run.ts'

const tests = allTests()
const rows = coverage(tests)

describe('the specification', () => {
  test('has a test for every sentence', () =>
    expect(rows.filter((row) => row.tests.length === 0).map(({ id }) => id)).toEqual([]))
  test('is seen in a browser in both languages, where a shopper sees it', () => expect(halfSeen(rows)).toEqual([]))
  test('is named in titles by ids that exist', () => expect(unknownIds(tests)).toEqual([]))
  test('has ids of its own', () => expect(new Set(sentences.map(({ id }) => id)).size).toBe(sentences.length))
  test('is covered by tests that run', () =>
    expect(
      rows.flatMap((row) => row.tests.filter(({ skipped }) => skipped)).map(({ file, title }) => `${file}: ${title}`),
    ).toEqual([]))
  test('and every other browser test runs at one size at least', () =>
    expect(
      tests
        .filter(({ file }) => file.startsWith('tests/e2e/'))
        .filter(({ file, title }) => !languages.some((each) => isRun(file, title.replaceAll('{language}', each))))
        .map(({ file, title }) => `${file}: ${title}`),
    ).toEqual([]))
  test('and its tests are listed in docs/spec-coverage.md (npm run coverage)', () =>
    expect(readFileSync(path.join(projectRoot, 'docs/spec-coverage.md'), 'utf8') === coveragePage(rows)).toBe(true))
})

describe('the reading of titles', () => {
  const titles = (source: string) =>
    testTitles('a.test.ts', source).map(({ title, skipped }) => (skipped ? `- ${title}` : title))

  test('finds tests in groups, loops and templates', () => {
    expect(
      titles(
        'describe("cart", () => { test("adds [1.a]", () => {}); for (const x of y) it(`in ${x} [1.b]`, () => {}) })',
      ),
    ).toEqual(['cart > adds [1.a]', 'cart > in … [1.b]'])
    expect(
      titles('test.describe(`in ${x}`, () => { test("a", async ({ page }) => { await test.step("b", () => {}) }) })'),
    ).toEqual(['in … > a'])
    expect(titles('test(`in ${language} a` + " [1.a]" + " [1.b]", () => {})')).toEqual(['in {language} a [1.a] [1.b]'])
    expect(titles('test.use({}); test.beforeEach(() => {}); test(name, () => {}); fetch("x", () => {})')).toEqual([])
  })

  test('keeps the language that a loop walks, and knows which size runs it', () => {
    expect(titles('test.describe(`in ${language}`, () => { test(`${x} a`, () => {}) })')).toEqual([
      'in {language} > … a',
    ])
    expect(languagesRun('a.spec.ts', 'in {language} > a [2.x]')).toEqual(['en', 'sv'])
    expect(languagesRun('a.spec.ts', 'in {language} > a')).toEqual(['en'])
    expect(languagesRun('a.spec.ts', 'in {language} > a [9.x]')).toEqual(['en'])
    expect(languagesRun('browse.spec.ts', 'in {language} > a')).toEqual(['sv'])
    expect(languagesRun('a.spec.ts', 'in {language} > a @narrow')).toEqual(['sv'])
    expect(languagesRun('a.spec.ts', 'in {language} > a @wide')).toEqual(['en'])
    expect(languagesRun('search-engines.spec.ts', 'in {language} > a @wide')).toEqual(['en', 'sv'])
    expect(languagesRun('keyboard.spec.ts', 'a keyboard alone in {language}')).toEqual(['sv'])
    expect(languagesRun('a.spec.ts', 'a in en')).toEqual([])
  })

  test('takes the rows of a literal table one by one', () => {
    expect(titles('test.each([["SE", 1], ["NO", 2]] as const)("[5.%s] has %i", () => {})')).toEqual([
      '[5.SE] has 1',
      '[5.NO] has 2',
    ])
    expect(titles('test.each(["a", "b"])("takes %s", () => {}); test.each(rows)("takes %s", () => {})')).toEqual([
      'takes a',
      'takes b',
      'takes %s',
    ])
    expect(titles('describe.each([["x"], ["y"]])("%s", () => { test("z", () => {}) })')).toEqual(['x > z', 'y > z'])
  })

  test('sees what does not run', () => {
    expect(titles('test.skip("a", () => {}); it.todo("b"); describe.skip("c", () => { test("d", () => {}) })')).toEqual(
      ['- a', '- b', '- c > d'],
    )
    expect(
      titles(
        'test.skipIf(x)("a", () => {}); test.skip.each([["b"]])("%s", () => {}); test("c", () => { test.skip() })',
      ),
    ).toEqual(['- a', '- b', '- c'])
    expect(titles('test("a", () => { test.skip(isPhone, "desktop only") })')).toEqual(['a'])
  })

  test('reads ids in brackets and nothing else', () =>
    expect(idsIn('[4.a.b-c] x [5.postal-code.SE] [x] [4]')).toEqual(['4.a.b-c', '5.postal-code.SE']))
})
