import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shopCommands, type ShopCommands } from '../../../tools/shop-commands.ts'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" width="100" height="20">${inside}</svg>`
/** Letters, as far as the check can tell: bars with room between them. */
const bars = (fill: string) =>
  svg([0, 20, 40, 60, 80].map((x) => `<path d="M${x + 4} 2h8v16h-8z" fill="${fill}"/>`).join(''))

/** Uploads a logo; returns the schemes of whose ground it cannot be told, according to the upload and to doctor. */
async function schemesOf({ run, json, file, shop }: ShopCommands, content: string | Buffer): Promise<string[]> {
  mkdirSync(shop.env.SHOP_DATA, { recursive: true })
  writeFileSync(file('logo'), content)
  const { code, out } = await run('settings', 'upload', 'brand.logo', file('logo'))
  expect(code).toBe(0)
  const found = (['light', 'dark'] as const).filter((scheme) => out.includes(`ground of the ${scheme} scheme`))
  const checks = (await json('doctor')) as { name: string; verdict: string; text: string }[]
  const check = checks.find(({ name }) => name === 'logo')
  expect(check?.verdict).toBe(found.length > 0 ? 'warning' : 'ok')
  for (const scheme of found) expect(check?.text).toContain(`ground of the ${scheme} scheme`)
  return found
}

const png = (colour: { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 60, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: 30, height: 10, channels: 4, background: colour } } }])
    .png()
    .toBuffer()

test.each([
  ['black letters', bars('#000000'), ['dark']],
  ['dark blue letters', bars('#0b2038'), ['dark']],
  ['white letters', bars('#ffffff'), ['light']],
  ['pale yellow letters', bars('#fffbd6'), ['light']],
  ['letters of a strong colour', bars('#0a7e78'), []],
  ['black letters beside a small coloured mark', bars('#000000').replace('fill="#000000"', 'fill="#e04020"'), ['dark']],
  ['black letters with a white outline', bars('#000000" stroke="#ffffff" stroke-width="3'), []],
  [
    'white letters in a dark box',
    svg('<path d="M2 2h96v16H2z" fill="#123a6b"/><path d="M9 8h60v5H9z" fill="#fff"/>'),
    [],
  ],
  [
    'black letters on a white ground of their own',
    svg('<path d="M0 0h100v20H0z" fill="#fff"/><path d="M9 8h60v5H9z"/>'),
    [],
  ],
  [
    'a drawing that adapts itself',
    svg('<style>.a{fill:#111}@media (prefers-color-scheme: dark){.a{fill:#eee}}</style><path class="a" d="M9 2h9v9"/>'),
    [],
  ],
])('%s', async (_, content, schemes) => {
  await using commands = await shopCommands()
  expect(await schemesOf(commands, content)).toEqual(schemes)
})

test('pictures are measured like drawings, faint edges and grey ones as well', async () => {
  await using commands = await shopCommands()
  expect(await schemesOf(commands, await png({ r: 10, g: 10, b: 20, alpha: 1 }))).toEqual(['dark'])
  expect(await schemesOf(commands, await png({ r: 250, g: 250, b: 250, alpha: 0.9 }))).toEqual(['light'])
  expect(
    await schemesOf(
      commands,
      await sharp(await png({ r: 0, g: 0, b: 0, alpha: 1 }))
        .greyscale()
        .png()
        .toBuffer(),
    ),
  ).toEqual(['dark'])
})

test('a logo that is set by its path is measured, and one that does not exist harms nothing', async () => {
  await using commands = await shopCommands()
  for (const path of ['/logo.svg', '/pictures/none.svg', '/none.webp']) {
    const { code, out } = await commands.run('settings', 'set', 'brand.logo', path)
    expect([path, code, out]).toEqual([path, 0, expect.not.stringContaining('Look at it')])
  }
  expect((await commands.run('settings', 'set', 'brand.logo', '')).out).not.toContain('Look at it')
  expect(await commands.json('doctor')).toContainEqual({
    name: 'logo',
    verdict: 'ok',
    text: 'The header shows the name.',
  })
})
