import { expect, test } from 'vitest'
import { ManyWorkers } from './many-workers.ts'

test('a first worker that cannot start ends the shop, which says why once', async () => {
  await using shop = await ManyWorkers.begin({ ORIGIN: 'https://shop.example' })
  expect(await shop.ended).toEqual([1, null])
  expect(shop.output.match(/ALLOW_MAIL_FILES=1/g)).toHaveLength(1)
  expect(shop.output).not.toMatch(/uncaught|^\s+at /m)
})
