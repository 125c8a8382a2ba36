import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFolderCycle } from './support/folder-cycles.ts'
import { findCycle, moduleOf, whyForbidden } from './support/import-rules.ts'
import {
  listFiles,
  parseSource,
  readLines,
  readSource,
  type SourceFile,
  type SourceLines,
} from './support/source-files.ts'

const scripts = ['.ts', '.tsx', '.astro', '.mjs', '.js']
const sources = listFiles('src', scripts).map(readSource)
const everyText = [...listFiles('src', [...scripts, '.css']), ...listFiles('tests', scripts)].map(readLines)

const badNames = new Set(['util', 'utils', 'lib', 'libs', 'helper', 'helpers', 'common', 'misc', 'shared'])
const sqlCalls = ['sql', 'selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
const defaultAskedByAstro = new Set([
  'src/cache-provider.ts',
  'src/browser/hydrate-on-intent.ts',
  'src/browser/hydrate-island.ts',
])

const importFaults = ({ file, imports }: SourceFile): string[] =>
  imports.flatMap(({ target, client }) => {
    const why = whyForbidden(file, target, client)
    return why === undefined ? [] : [`${file} -> ${target}: ${why}`]
  })

const isNamedBadly = (file: string): boolean => file.split('/').some((part) => badNames.has(part.replace(/\..*$/, '')))
const isBarrel = ({ file, isBarrel }: SourceFile): boolean =>
  isBarrel || (moduleOf(file) !== 'pages' && /^index\.(ts|tsx|mjs)$/.test(path.basename(file)))
const mayHoldSql = (file: string): boolean =>
  /^src\/server\/(.+\/)?([a-z-]+-)?queries\.ts$|^src\/server\/(platform\/db|search)\//.test(file)
const holdsSql = ({ file, calls }: SourceFile): boolean => !mayHoldSql(file) && sqlCalls.some((name) => calls.has(name))
const mayExportDefault = (file: string): boolean =>
  /^src\/pages\/|\.astro$|\.d\.ts$/.test(file) || defaultAskedByAstro.has(file)
const spellsPath = ({ file, texts }: SourceFile): boolean =>
  file !== 'src/routes.ts' && texts.some((text) => /^\/(en|sv)(\/|$)/.test(text))
const isNamedWell = (file: string): boolean =>
  path.basename(file).startsWith('[') ||
  /^_?([a-z0-9]+([-.][a-z0-9]+)*|[A-Z][A-Za-z0-9]*)\.(ts|tsx|astro|mjs|d\.ts|test\.tsx?)$/.test(path.basename(file))

/** The type of a module's services names classes of its folders, which are handed those services. */
const withoutServices = ({ file, imports }: SourceFile) => ({
  file,
  imports: imports.filter(({ target }) => !/^src\/server\/\w+\/shop\.ts$/.test(target)),
})
const longLinesOf = ({ file, longLines }: SourceLines): string[] => longLines.map((line) => `${file}:${line}`)
const strayCommentsOf = ({ file, strayComments }: SourceLines): string[] =>
  strayComments.map((line) => `${file}:${line}`)

/** Forms of the console whose action makes something new, and which would make two when they are sent twice. */
const makes = /name="action" value="(make|make_key|add|add_\w+|note|invite|issue|upload|copy)"/
const makingFormsWithoutKey = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('<form ')
    .slice(1)
    .map((form) => form.split('</form>')[0] ?? '')
    .filter((form) => makes.test(form) && !form.includes('<FormKey />'))
    .map((form) => `${file}: ${makes.exec(form)?.[1]}`)

const filesWhere = <Source extends { file: string }>(list: Source[], fault: (source: Source) => boolean): string[] =>
  list.filter(fault).map(({ file }) => file)

describe('the architecture', () => {
  test('modules import only what stands below them', () => expect(sources.flatMap(importFaults)).toEqual([]))
  test('no import leads back to where it came from', () => expect(findCycle(sources)).toBeUndefined())
  test('no folder imports a neighbour that imports it back', () =>
    expect(findFolderCycle(sources.map(withoutServices))).toBeUndefined())
  test('no folder of the server has more than 25 files', () => {
    const counts = Map.groupBy(listFiles('src/server', scripts), (file) => path.dirname(file))
    const migrations = 'src/server/platform/db/migrations'
    expect([...counts].filter(([folder, files]) => files.length > 25 && folder !== migrations)).toEqual([])
  })
  test('JSON is parsed by a schema, and not asserted to be of a type', () =>
    expect(filesWhere(sources, ({ assertsJson }) => assertsJson)).toEqual([]))
  test('no folder is named after odds and ends', () =>
    expect(filesWhere(everyText, ({ file }) => isNamedBadly(file))).toEqual([]))
  test('each form that makes something carries a key', () =>
    expect(listFiles('src/console', ['.astro']).flatMap(makingFormsWithoutKey)).toEqual([]))
  test('no barrel files', () => expect(filesWhere(sources, isBarrel)).toEqual([]))
  test('named exports, except where Astro asks for a default', () =>
    expect(filesWhere(sources, ({ file, hasDefaultExport }) => hasDefaultExport && !mayExportDefault(file))).toEqual(
      [],
    ))
  test('no line over 120 characters', () => expect(everyText.flatMap(longLinesOf)).toEqual([]))
  test('each comment for documentation is above what it documents', () =>
    expect(everyText.flatMap(strayCommentsOf)).toEqual([]))
  test('no file over 300 lines', () => expect(filesWhere(everyText, ({ lines }) => lines > 300)).toEqual([]))
  test('SQL only in queries.ts, platform/db/ and search/', () => expect(filesWhere(sources, holdsSql)).toEqual([]))
  test("an order's status changes in transition.ts alone", () =>
    expect(filesWhere(sources, ({ calls }) => calls.has('moveOrder'))).toEqual([
      'src/server/ordering/orders/transition.ts',
    ]))
  test('paths are spelled in routes.ts alone', () => expect(filesWhere(sources, spellsPath)).toEqual([]))
  test('files are kebab-case, components PascalCase', () =>
    expect(filesWhere(sources, ({ file }) => !isNamedWell(file))).toEqual([]))
})

describe('the import rules', () => {
  test.each([
    ['src/features/cart/store/cart-store.ts', 'src/server/ordering/cart/queries.ts'],
    ['src/server/ordering/cart/sync-cart.ts', 'src/features/cart/store/cart-store.ts'],
    ['src/domain/money/money.ts', 'src/contracts/calls/sync-cart.ts'],
    ['src/domain/money/money.ts', 'kysely'],
    ['src/contracts/calls/sync-cart.ts', 'src/server/platform/db/tables.ts'],
    ['src/contracts/calls/sync-cart.ts', 'zod'],
    ['src/ui/Button.tsx', 'src/features/cart/store/cart-store.ts'],
    ['src/ui/Button.tsx', 'src/browser/cookies.ts'],
    ['src/browser/cookies.ts', 'node:fs'],
    ['src/browser/cookies.ts', 'kysely'],
    ['src/layouts/Header.astro', 'src/server/catalog/queries.ts'],
    ['src/server/notifications/mail/send-mail.ts', 'src/pages/api/products.ts'],
    ['src/server/platform/http/server/server.ts', 'src/server/identity/sessions/session.ts'],
    ['src/server/search/engines/engine.ts', 'src/server/catalog/pricing.ts'],
    ['src/server/catalog/pricing.ts', 'src/server/ordering/cart/queries.ts'],
    ['src/server/payments/queries.ts', 'src/server/ordering/orders/queries.ts'],
    ['src/server/identity/sessions/session.ts', 'src/server/payments/queries.ts'],
    ['src/server/ordering/orders/queries.ts', 'src/server/notifications/mail/send-mail.ts'],
    ['src/server/notifications/mail/send-mail.ts', 'src/server/jobs/queries.ts'],
    ['src/server/catalog/pricing.ts', 'src/server/development-shop.ts'],
    ['src/server/catalog/pricing.ts', 'src/server/shop.ts'],
    ['src/server/identity/sessions/session.ts', 'src/server/ordering/shop.ts'],
    ['src/server/odds/ends.ts', 'src/server/platform/ids.ts'],
    ['src/features/cart/store/cart-store.ts', 'src/features/product/ProductCard.astro'],
    ['src/features/cart/store/cart-store.ts', 'src/features/content/Page.astro'],
    ['src/features/product/Gallery.tsx', 'src/features/category/Grid.astro'],
    ['src/features/consent/consent-store.ts', 'src/features/tracking/track.ts'],
    ['src/pages/[lang]/index.astro', 'src/pages/api/products.ts'],
    ['src/odds/ends.ts', 'src/domain/money/money.ts'],
  ])('%s must not import %s', (from, target) => expect(whyForbidden(from, target)).toBeTypeOf('string'))

  test.each([
    ['src/pages/api/sync-cart.ts', 'src/server/ordering/cart/sync-cart.ts'],
    ['src/main.ts', 'src/server/platform/env.ts'],
    ['src/tools/shop.ts', 'src/tools/seed.ts'],
    ['src/layouts/Header.astro', 'src/features/cart/CartIcon.tsx'],
    ['src/features/checkout/PlaceOrder.tsx', 'src/features/consent/consent-store.ts'],
    ['src/features/cart/store/cart-store.ts', 'src/domain/cart/cart-lines.ts'],
    ['src/server/identity/login/links.ts', 'src/routes.ts'],
    ['src/server/ordering/orders/queries.ts', 'src/server/platform/db/tables.ts'],
    ['src/server/catalog/pricing.ts', 'src/server/platform/shop.ts'],
    ['src/server/create-shop.ts', 'src/server/ordering/shop.ts'],
    ['src/server/platform/env.ts', 'zod'],
  ])('%s may import %s', (from, target) => expect(whyForbidden(from, target)).toBeUndefined())

  test('a script in a page must not load the server', () => {
    const page = parseSource(
      'src/pages/[lang]/index.astro',
      `---\nimport { a } from '../../server/platform/env.ts'\n---\n` +
        `<script>import '../../server/platform/log.ts'</script>`,
    )
    expect(importFaults(page)).toEqual([
      'src/pages/[lang]/index.astro -> src/server/platform/log.ts: a script in the browser must not load server',
    ])
  })

  test('every kind of import is seen', () => {
    const { imports } = parseSource(
      'src/ui/a.ts',
      `import type { A } from './b.ts'; export { c } from './c.ts'; import('./d.ts'); ` +
        `type E = import('./e.ts').E; import './f.css?url'`,
    )
    expect(imports.map(({ target }) => target)).toEqual([
      'src/ui/b.ts',
      'src/ui/c.ts',
      'src/ui/d.ts',
      'src/ui/e.ts',
      'src/ui/f.css',
    ])
  })

  test('cycles, SQL, paths, barrels and default exports are seen', () => {
    const edge = (file: string, target: string) => ({ file, imports: [{ target, client: false }] })
    expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b', 'c', 'b'])
    const folders = [edge('s/a/x/1.ts', 's/b/2.ts'), edge('s/b/3.ts', 's/c/4.ts'), edge('s/c/y/5.ts', 's/a/6.ts')]
    expect(findFolderCycle(folders)).toEqual(['s/a', 's/b', 's/c', 's/a'])
    expect(findFolderCycle(folders.slice(1))).toBeUndefined()
    expect(holdsSql(parseSource('src/server/ordering/cart/sync-cart.ts', 'sql`select 1`'))).toBe(true)
    expect(holdsSql(parseSource('src/pages/a.astro', '---\nawait db.selectFrom("a").execute()\n---'))).toBe(true)
    expect(holdsSql(parseSource('src/server/ordering/cart/queries.ts', 'db.selectFrom("a")'))).toBe(false)
    expect(spellsPath(parseSource('src/layouts/Header.astro', '<a href="/sv/sok">x</a>'))).toBe(true)
    expect(spellsPath(parseSource('src/ui/a.ts', 'const a = `/en/product/${slug}` // fine in a comment'))).toBe(true)
    expect(spellsPath(parseSource('src/ui/a.ts', "// '/en/product'\nconst a = '/english'"))).toBe(false)
    expect(parseSource('src/ui/a.ts', 'const a = (JSON.parse(b) as string[]).map(c)').assertsJson).toBe(true)
    expect(parseSource('src/ui/a.ts', 'const a = schema.parse(JSON.parse(b))').assertsJson).toBe(false)
    expect(parseSource('src/ui/a.ts', '/** Adds. */\n/** Takes. */\nexport const a = 1').strayComments).toEqual([1])
    expect(isBarrel(parseSource('src/ui/all.ts', "export * from './a.ts'; export { b } from './b.ts'"))).toBe(true)
    expect(parseSource('src/ui/a.ts', 'export default function a() {}').hasDefaultExport).toBe(true)
    expect(parseSource('src/ui/a.ts', 'export { a as default }').hasDefaultExport).toBe(true)
  })
})
