import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shopCommands, type ShopCommands } from '../../../tools/shop-commands.ts'

const svg = (inside: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

function given({ file, shop }: ShopCommands, name: string, content: string | Buffer): string {
  mkdirSync(shop.env.SHOP_DATA, { recursive: true })
  writeFileSync(file(name), content)
  return file(name)
}

async function stored({ json, shop }: ShopCommands, name: string): Promise<{ path: string; content: Buffer }> {
  const at = String(await json('settings', 'get', name))
  return { path: at, content: readFileSync(path.join(shop.env.SHOP_DATA, at)) }
}

test('a drawing becomes the logo without what the drawing program left in it', async () => {
  await using commands = await shopCommands()
  const drawn = svg(
    '<!-- made by hand --><metadata><a>x</a></metadata><style>.a{fill:#123456}</style>' +
      '<defs><linearGradient id="g"><stop offset="1" stop-color="red"/></linearGradient>' +
      '<linearGradient id="h" xlink:href="#g"/></defs>' +
      '<path class="a" d="M0 0h9v9z" data-x="1" style="x"/><rect fill="url(#g)" width="3" height="3"/>',
    'viewBox="0 0 10 10" xmlns:xlink="http://www.w3.org/1999/xlink" inkscape:version="1"',
  )
  const { code, out } = await commands.run('settings', 'upload', 'brand.logo', given(commands, 'logo.svg', drawn))
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/brand\.logo is \/pictures\/brand-logo-[0-9a-f]{16}\.svg; it was/),
  ])
  const text = (await stored(commands, 'brand.logo')).content.toString()
  expect(text).toContain('viewBox="0 0 10 10"')
  expect(text).toContain('<linearGradient id="g">')
  expect(text).toContain('fill="url(#g)"')
  expect(text).toContain('xlink:href="#g"')
  expect(text).toContain('.a{fill:#123456}')
  for (const gone of ['made by hand', 'metadata', 'data-x', 'inkscape', 'style="x"']) expect(text).not.toContain(gone)
})

test("the demo's own logo and favicon are taken", async () => {
  await using commands = await shopCommands()
  for (const name of ['logo', 'favicon'])
    expect((await commands.run('settings', 'upload', `brand.${name}`, `public/${name}.svg`)).code).toBe(0)
})

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>')],
  ['an event handler', svg('<path d="M0 0h9" onclick="alert(1)"/>')],
  ['an event handler', svg('', 'viewBox="0 0 1 1"\nonload = "alert(1)"')],
  ['foreign content', svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">x</b></foreignObject>')],
  ['a reference to something else', svg('<image href="https://evil.example/x.png"/>')],
  ['a reference to something else', svg('<use xlink:href="file:///etc/passwd#a"/>')],
  ['a reference to something else', svg('<a href="javascript:alert(1)"><path d="M0 0h9"/></a>')],
  ['a reference to something else', svg('<style>@import "https://evil.example/a.css";</style>')],
  ['a reference to something else', svg('<path fill="url(https://evil.example/a#b)" d="M0 0h9"/>')],
  ['a reference to something else', svg('<style>a{background:u\\72l(x)}</style>')],
  ['a reference to something else', svg('<style>svg{background:image-set("https://evil.example/a" 1x)}</style>')],
  ['a reference to something else', svg('<style>@font-face{src:src("https://evil.example/a")}</style>')],
  ['a reference to something else', svg('<style>svg{background:ur<!-- -->l(https://evil.example/a)}</style>')],
  ['a reference to something else', svg('<style>svg{background:ur<![CDATA[l(https://evil.example/a)]]>}</style>')],
  ['a reference to something else', svg('<style>@im<?x?>port "https://evil.example/a";</style>')],
  ['a reference to something else', svg('<style>svg{background:ur<b>l(https://evil.example/a)</b>}</style>')],
  [
    'a reference to something else',
    svg('<style>svg{background:image-<!-- -->set("https://evil.example/a" 1x)}</style>'),
  ],
  ['a reference to something else', svg('<linearGradient id="a" xlink:href = "//evil.example/a#b"/>')],
  ['flatten it', svg('<symbol id="a"><path d="M0 0h9"/></symbol><use href="#a"/>')],
  ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
  ['a document type', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`],
  ['it cannot be drawn', svg('', '')],
  ['it cannot be drawn', 'no picture at all'],
])('refuses a drawing with %s', async (reason, content) => {
  await using commands = await shopCommands()
  const { code, err } = await commands.run('settings', 'upload', 'brand.logo', given(commands, 'logo.svg', content))
  expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  expect(await commands.json('settings', 'get', 'brand.logo')).toBe('/logo.svg')
})

test('rasters are encoded anew in the sizes of their use, without the data of a camera', async () => {
  await using commands = await shopCommands()
  const photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer()
  for (const [name, format, width, height] of [
    ['brand.logo', 'webp', 272, 136],
    ['brand.favicon', 'png', 64, 64],
    ['brand.picture', 'jpeg', 1200, 630],
  ] as const) {
    expect((await commands.run('settings', 'upload', name, given(commands, 'photo.jpg', photo))).code).toBe(0)
    const { content } = await stored(commands, name)
    expect(await sharp(content).metadata()).toMatchObject({ format, width, height })
    expect(content.includes('Somebody')).toBe(false)
  }
})

test('a wrong name, file or size is refused with the reason', async () => {
  await using commands = await shopCommands()
  const file = given(commands, 'large.png', Buffer.alloc(2 * 1024 * 1024 + 1))
  const drawing = given(commands, 'share.svg', svg('<path d="M0 0h9v9z"/>'))
  for (const [args, reason] of [
    [['brand.name', drawing], 'Only brand.logo, brand.favicon, brand.picture are files'],
    [['brand.logo', '/nowhere.svg'], 'There is no file /nowhere.svg'],
    [['brand.logo', file], 'has more than 2 MB'],
    [['brand.picture', drawing], 'link previews show no SVG'],
    [['brand.logo'], 'There is no file'],
  ] as const)
    expect((await commands.run('settings', 'upload', ...args)).err).toContain(reason)
})
