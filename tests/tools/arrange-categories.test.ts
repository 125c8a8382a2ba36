import { expect, test } from 'vitest'
import { listedAt, movedTo } from '../server/catalog/arrange/arranging.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator makes, moves, merges and deletes categories', async () => {
  await using commands = await shopCommands()
  const { shop, run } = commands
  expect(await run('category', 'make', 'laptop', '--sv', 'Fläktar', '--en', 'Fans')).toMatchObject({ code: 0 })
  expect(await run('category', 'move', 'fans', '')).toMatchObject({ code: 0 })
  expect(await movedTo(shop, '/en/category/laptop-parts/fans')).toBe('/en/category/fans')
  expect((await run('category', 'merge', 'screws', 'fans')).out).toContain('30 products, 0 categories')
  expect(await listedAt(shop, 'fans')).toContain('SCREW-30')
  expect(await run('category', 'remove', 'fans')).toMatchObject({ code: 1 })
  expect(await run('category', 'make', '', '--sv', 'Tom', '--en', 'Empty')).toMatchObject({ code: 0 })
  expect(await run('category', 'remove', 'empty')).toMatchObject({ code: 0 })
})

test('categories that cannot be arranged so are refused with the reason', async () => {
  await using commands = await shopCommands()
  const { run } = commands
  for (const [args, code, reason] of [
    [['move', 'laptop', 'laptop-parts/batteries'], 1, 'below itself'],
    [['move', 'laptop'], 2, 'Name the category and the one above'],
    [['merge', 'laptop', 'none'], 1, 'no category none'],
    [['merge', 'laptop', 'batteries'], 1, 'not below it'],
    [['make', 'laptop', '--sv', 'Dell'], 2, '--en'],
    [['make', 'batteries', '--sv', 'Dell', '--en', 'Dell'], 1, 'taken by another category'],
    [['remove', 'laptop'], 1, 'nothing is in'],
  ] as const)
    expect(await run('category', ...args)).toMatchObject({ code, err: expect.stringContaining(reason) })
})
