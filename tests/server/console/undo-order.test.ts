import { expect, test } from 'vitest'
import type { AuditLine } from '../../../src/contracts/console/staff.ts'
import { attributesScreen } from '../../../src/server/console/attributes/attributes-page.ts'
import { categoriesScreen } from '../../../src/server/console/categories/categories-page.ts'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

type OrderPage = { lines: readonly { id: string; depth?: number }[]; history: readonly AuditLine[] }

function orderedListScreen(shop: Shop, who: Browser, screen: ConsoleScreenFunction<OrderPage>) {
  const page = () => contentOf(shop, who, screen)
  return {
    ids: async () => (await page()).lines.map(({ id }) => id),
    newest: async () => (await page()).history[0],
    history: async () => (await page()).history,
    send: (form: Form, by = who) => outcome(shop, by, screen, { form }),
    undo: (entry = '', by = who) => outcome(shop, by, screen, { form: { action: 'undo', entry } }),
  }
}

const kinds = [
  { kind: 'attribute', screen: attributesScreen as unknown as ConsoleScreenFunction<OrderPage> },
  { kind: 'category', screen: categoriesScreen as unknown as ConsoleScreenFunction<OrderPage> },
]

/** Two neighbours of the same level, of which the second can be put before the first. */
async function neighbours(
  shop: Shop,
  who: Browser,
  screen: ConsoleScreenFunction<OrderPage>,
): Promise<[string, string]> {
  const { lines } = await contentOf(shop, who, screen)
  for (const [at, { id, depth = 0 }] of lines.entries()) {
    const next = lines.slice(at + 1).find((line) => (line.depth ?? 0) <= depth)
    if (next && (next.depth ?? 0) === depth) return [id, next.id]
  }
  throw new Error('There are no neighbours.')
}

test('a change of the order is taken back where it was made, and taken back again', async () => {
  await using shop = await fixtureShop()
  const [owner, manager, seller] = [
    await signedIn(shop, 'owner'),
    await signedIn(shop, 'manager'),
    await signedIn(shop, 'seller'),
  ]
  for (const { kind, screen } of kinds) {
    const at = orderedListScreen(shop, owner, screen)
    const before = await at.ids()
    const [, second] = await neighbours(shop, owner, screen)
    expect([kind, (await at.send({ action: 'place', place: `up:${second}` })).fault]).toEqual([kind, null])
    const changed = await at.ids()
    expect([kind, changed]).not.toEqual([kind, before])
    const line = await at.newest()
    expect([kind, line]).toMatchObject([kind, { actor: 'The owner', subjectId: second, undo: 'undo' }])
    expect([kind, line?.changes]).toEqual([
      kind,
      [{ field: 'place', before: expect.anything(), after: expect.anything() }],
    ])
    expect([kind, (await at.undo(line?.id, seller)).status]).toEqual([kind, 403])
    expect([kind, (await at.undo('no-such')).status]).toEqual([kind, 422])
    expect([kind, await at.ids()]).toEqual([kind, changed])
    const both = await Promise.all([at.undo(line?.id), at.undo(line?.id, manager)])
    expect([kind, both.map(({ status }) => status).toSorted()]).toEqual([kind, [303, 422]])
    expect([kind, await at.ids()]).toEqual([kind, before])
    const undone = await at.newest()
    expect([kind, undone]).toMatchObject([kind, { subjectId: second, undo: 'undo' }])
    expect([kind, (await at.undo(undone?.id)).fault]).toEqual([kind, null])
    expect([kind, await at.ids()]).toEqual([kind, changed])
  }
})

test('what was put elsewhere afterwards stays, and the refusal says so', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  for (const { kind, screen } of kinds) {
    const at = orderedListScreen(shop, owner, screen)
    const [first, second] = await neighbours(shop, owner, screen)
    await at.send({ action: 'place', place: `up:${second}` })
    const entry = (await at.newest())?.id
    // The neighbour goes before it again: it is no longer where the change had put it.
    await at.send({ action: 'place', place: `up:${first}` })
    const kept = await at.ids()
    expect([kind, (await at.history()).find(({ id }) => id === entry)?.undo]).toEqual([kind, undefined])
    expect([kind, (await at.undo(entry)).fault]).toEqual([kind, expect.stringContaining('afterwards')])
    expect([kind, await at.ids()]).toEqual([kind, kept])
  }
})

test('a category that was moved below another one meanwhile stays there', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const screen = categoriesScreen as unknown as ConsoleScreenFunction<OrderPage>
  const at = orderedListScreen(shop, owner, screen)
  const [first, second] = await neighbours(shop, owner, screen)
  await at.send({ action: 'place', place: `up:${second}` })
  const entry = (await at.newest())?.id
  const where = { params: { id: second } }
  const { version } = await contentOf(shop, owner, categoryScreen, where)
  const { path: parent } = await contentOf(shop, owner, categoryScreen, { params: { id: first } })
  const form = { action: 'move', version, parent, after: '' }
  const sent = await outcome(shop, owner, categoryScreen, { ...where, form })
  expect(sent.fault).toBeNull()
  const kept = await at.ids()
  expect((await at.undo(entry)).status).toBe(422)
  expect(await at.ids()).toEqual(kept)
})

test('the history is for those who may see the log', async () => {
  await using shop = await fixtureShop()
  const [owner, editor] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor')]
  for (const { kind, screen } of kinds) {
    const [, second] = await neighbours(shop, owner, screen)
    await orderedListScreen(shop, owner, screen).send({ action: 'place', place: `up:${second}` })
    expect([kind, (await orderedListScreen(shop, owner, screen).history()).length]).toEqual([kind, 1])
    expect([kind, await orderedListScreen(shop, editor, screen).history()]).toEqual([kind, []])
  }
})
