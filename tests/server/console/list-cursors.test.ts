import { expect, inject, test } from 'vitest'
import type { ListPage } from '../../../src/contracts/console/lists.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { writeCursor } from '../../../src/server/console/lists/list-query.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../../src/server/console/**/*-page.ts')
const isScreen = (value: unknown): value is ConsoleScreenFunction<ListPage | { list: ListPage }> =>
  typeof value === 'function' && 'definition' in value

const cursors = [
  { value: 'a text', id: 'a text' },
  { value: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER },
].map(writeCursor)

/** SQLite compares values of any types, so one column of each list is enough there. */
const maxColumns = inject('engine') === 'sqlite' ? 1 : Number.POSITIVE_INFINITY

test('every list answers a cursor of another list, whatever the types of its columns', async () => {
  await using shop = await fixtureShop()
  const browser = await signedIn(shop, 'owner')
  const loaded = await Promise.all(Object.values(modules).map((load) => load()))
  const screens = new Set(loaded.flatMap((module) => Object.values(module).filter(isScreen)))
  const lists = [...screens].filter(({ definition }) => Object.hasOwn(definition.actions ?? {}, 'save_view'))
  expect(lists.length).toBeGreaterThan(20)
  for (const list of lists) {
    const content = await contentOf(shop, browser, list)
    const { columns } = 'list' in content ? content.list : content
    for (const { name } of columns.filter(({ isSortable }) => isSortable).slice(0, maxColumns))
      for (const after of cursors) {
        const { status } = await outcome(shop, browser, list, { query: { sort: name, after } })
        expect([list.definition.screen, name, status]).toEqual([list.definition.screen, name, 200])
      }
  }
})
