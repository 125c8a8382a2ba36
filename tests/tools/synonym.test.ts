import { expect, test } from 'vitest'
import { searchProducts } from '../../src/server/search/search-products.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator adds a synonym that the next search knows, and removes it', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const total = async () =>
    (await searchProducts(shop, { query: 'gizmo brick', language: 'en', limit: 5, offset: 0 })).total
  expect(await total()).toBe(0)
  expect((await run('synonym', 'add', 'Gizmo Brick', 'Batteri', 'battery')).out).toContain(
    'A search for "gizmo brick" also finds batteri, battery.',
  )
  expect(await total()).toBeGreaterThan(0)
  expect(await json('synonym', 'list')).toContainEqual({ phrase: 'gizmo brick', words: ['batteri', 'battery'] })
  expect((await run('synonym', 'remove', 'gizmo brick', 'battery')).out).toContain('Removed 1 synonym')
  expect((await run('synonym', 'remove', 'gizmo brick')).out).toContain('Removed 1 synonym')
  expect(await total()).toBe(0)
})

test('a phrase with words that searches leave out is removed as it was added', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  await run('synonym', 'add', 'gizmo till brick', 'batteri')
  expect(await json('synonym', 'list')).toContainEqual({ phrase: 'gizmo brick', words: ['batteri'] })
  expect((await run('synonym', 'remove', 'gizmo till brick')).out).toContain('Removed 1 synonym')
})

test('wrong synonyms are refused with the reason', async () => {
  await using commands = await shopCommands()
  const { run } = commands
  for (const [args, reason] of [
    [['add', 'one two three four', 'x'], 'one to three words'],
    [['add', 'brick'], 'at least one word'],
    [['add', 'brick', 'two words'], 'single words'],
    [['add', 'broken gizmo', 'batteri'], 'reads "gizmo" alone'],
    [['remove', 'nothing like this'], 'There is no such synonym'],
  ] as const) {
    const { code, err } = await run('synonym', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  }
})
