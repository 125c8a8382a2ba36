import { expect, test } from 'vitest'
import { shopCommands } from '../../../tools/shop-commands.ts'

test('the font is set by its name and is in the looks of every page; another one is refused', async () => {
  await using commands = await shopCommands({ seeded: false })
  const { shop } = commands
  expect((await commands.run('settings', 'set', 'brand.font', 'slab')).code).toBe(0)
  await shop.settings.refresh()
  expect(shop.settings.looks).toContain("--text:Rockwell,'Rockwell Nova'")
  for (const font of ['Rockwell', "x;background:url('https://evil.example')", '']) {
    const { code, err } = await commands.run('settings', 'set', 'brand.font', font)
    expect([code > 0, err]).toEqual([true, expect.stringContaining('brand.font')])
  }
  expect(await commands.json('settings', 'get', 'brand.font')).toBe('slab')
})
