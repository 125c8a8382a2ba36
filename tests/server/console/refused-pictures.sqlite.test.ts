import sharp from 'sharp'
import { expect, test } from 'vitest'
import { picturesScreen } from '../../../src/server/console/pictures/pictures-page.ts'
import { pixelBomb } from '../../support/pixel-bomb.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, signedIn } from './at-console.ts'
import { fileOf, filesIn, photo, upload } from './picture-screens.ts'

test('what is no picture, lies about itself or is too large is refused by itself; the others are taken', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const good = await photo('good.jpg', '#a00', 80, 60)
  const jpeg = new Uint8Array(await good.arrayBuffer())
  const whole = new Uint8Array(
    await sharp({ create: { width: 900, height: 900, channels: 3, background: '#123' } })
      .png()
      .toBuffer(),
  )
  const largeAvif = new Uint8Array(
    await sharp({ create: { width: 6_000, height: 5_100, channels: 3, background: '#123' } })
      .avif({ effort: 0, quality: 10 })
      .toBuffer(),
  )
  const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const hostile = [
    [fileOf(script, 'drawing.svg'), /no JPEG/],
    [fileOf(script, 'drawing.png'), /no JPEG/],
    [fileOf(jpeg, 'name.png'), /is JPEG, but its name/],
    [fileOf(jpeg, 'name.svg'), /is JPEG, but its name/],
    [fileOf(jpeg, 'page.html'), /is JPEG, but its name/],
    [fileOf('<script>alert(1)</script>', '<img src=x onerror=pwned()>.jpg'), /cannot be read|no JPEG/],
    [fileOf(whole.slice(0, 200), 'torn.png'), /cannot be read/],
    [fileOf(pixelBomb(15_000), 'bomb.png'), /more than 60 megapixels/],
    [fileOf(largeAvif, 'bomb.avif'), /30 as an AVIF/],
    [fileOf(new Uint8Array(20 * 1024 * 1024 + 1), 'large.jpg'), /more than 20 MB/],
  ] as const
  const { status, content } = await upload(shop, who, [good, ...hostile.map(([file]) => file)])
  expect(status).toBe(200)
  const results = content?.results ?? []
  expect(results[0]).toMatchObject({ file: 'good.jpg', fault: null })
  for (const [at, [file, fault]] of hostile.entries()) {
    expect(results[at + 1]?.fault, file.name).toMatch(fault)
    expect(results[at + 1]?.id).toBeNull()
  }
  expect(filesIn(shop, 'uploads')).toEqual([])
  expect(filesIn(shop, 'pictures').every((name) => name.startsWith(results[0]?.id ? 'photo-' : 'x'))).toBe(true)
  expect((await contentOf(shop, who, picturesScreen)).count).toBe(1)
})
