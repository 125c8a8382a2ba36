import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { rememberInAstro } from '../../src/tools/remember-in-astro.ts'
import { projectRoot } from '../../src/tools/run-program.ts'

const astro = path.join(projectRoot, 'node_modules/astro/dist')
const render = 'runtime/server/render'
const cache = path.join(projectRoot, '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(path.join(cache, 'astro-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function transformed(code: string, file: string): string {
  const { transform } = rememberInAstro()
  const handler = transform && 'handler' in transform ? transform.handler : undefined
  return String(Reflect.apply(handler ?? (() => ''), undefined, [code, path.join('/astro/dist', file)]))
}

const shipped = (file: string) => readFileSync(path.join(astro, file), 'utf8')

/** A file of Astro as the build changes it. */
async function changed<Exports>(file: string): Promise<Exports> {
  const resolved = transformed(shipped(file), file).replaceAll(/from "(\.[^"]+)"/g, (_, from: string) => {
    return `from "${pathToFileURL(path.join(astro, path.dirname(file), from)).href}"`
  })
  const copy = path.join(folder, path.basename(file).replace(/\.js$/, '.mjs'))
  writeFileSync(copy, resolved)
  return import(/* @vite-ignore */ pathToFileURL(copy).href) as Promise<Exports>
}

async function asShipped<Exports>(file: string): Promise<Exports> {
  return import(/* @vite-ignore */ pathToFileURL(path.join(astro, file)).href) as Promise<Exports>
}

type Attributes = { addAttribute: (value: unknown, key: string) => unknown }

test('attributes are written as before, however often', async () => {
  const [before, after] = await Promise.all([
    asShipped<Attributes>(`${render}/util.js`),
    changed<Attributes>(`${render}/util.js`),
  ])
  const keys = ['href', 'class:list', 'style', 'className', 'hidden', 'selected', 'popover', 'data-a', 'a"b', 'x y']
  const values = ['', 'a&"b', true, false, 0, null, undefined, ['a', { b: true }]]
  const all = [...keys, ...keys].flatMap((key) => values.map((value) => [value, key] as const))
  const written = ({ addAttribute }: Attributes) => all.map(([value, key]) => String(addAttribute(value, key)))
  expect(written(after)).toEqual(written(before))
})

type Components = {
  renderComponent(result: object, name: string, component: unknown, props: object, slots?: object): Promise<Rendered>
}
type Rendered = { render(destination: { write(chunk: unknown): void }): void }

function Island(): void {}

/** Renders islands of one page: their markup names their properties, and their ids follow their order. */
async function islandsOf(
  { renderComponent }: Components,
  islands: readonly object[],
  resolve = async (file: string) => file,
) {
  let count = 0
  const ssr = {
    check: async () => true,
    renderToStaticMarkup: async (_: unknown, { text }: { text?: unknown }) => ({
      html: `<p>${JSON.stringify(text)}</p>`,
      attrs: { prefix: `r${(count += 1)}` },
    }),
    supportsAstroStaticSlot: true,
  }
  const renderers = [{ name: 'own', clientEntrypoint: 'client.js', ssr }]
  const result = { renderers, clientDirectives: new Map([['intent', '']]), resolve, _metadata: {} }
  const chunks: string[] = []
  for (const props of islands) {
    const given = {
      'client:intent': '',
      'client:component-path': 'Island.js',
      'client:component-export': 'Island',
      ...props,
    }
    const rendered = await renderComponent(result, 'Island', Island, given)
    rendered.render({ write: (chunk) => chunks.push(JSON.stringify(chunk)) })
  }
  return chunks
}

const file = `${render}/component.js`
const islands = [
  { text: 'a' },
  { text: 'b', other: 1 },
  { text: 'b', other: '1' },
  { text: 'b' },
  { text: 'b', other: undefined },
  { text: ['list'] },
  { text: ['other'] },
  { 'client:intent': 'ahead', text: 'a' },
]

test('islands look as before on this page and the next', async () => {
  const [before, after] = await Promise.all([asShipped<Components>(file), changed<Components>(file)])
  const [first, next] = [islands, islands.toReversed()]
  const expected = [await islandsOf(before, first), await islandsOf(before, next)]
  expect([await islandsOf(after, first), await islandsOf(after, next)]).toEqual(expected)
  expect([await islandsOf(after, first), await islandsOf(after, next)]).toEqual(expected)
})

test('an island with the same data at the same place of a page is put together once', async () => {
  const after = await changed<Components>(file)
  const resolve = vi.fn(async (name: string) => name)
  const same = [{ text: 'once' }]
  await islandsOf(after, same, resolve)
  const asked = resolve.mock.calls.length
  expect(asked).toBeGreaterThan(0)
  for (let page = 0; page < 3; page += 1) await islandsOf(after, same, resolve)
  expect(resolve).toHaveBeenCalledTimes(asked)
})

type Head = { maybeRenderHead: (result?: object) => unknown }

test('components ask for the head as before on a page that has none, and do not on others', async () => {
  const [before, after] = await Promise.all([asShipped<Head>(`${render}/head.js`), changed<Head>(`${render}/head.js`)])
  const pageWith = (headInTree: boolean) => ({ _metadata: { headInTree } })
  expect(after.maybeRenderHead(pageWith(false))).toEqual(before.maybeRenderHead(pageWith(false)))
  expect(after.maybeRenderHead()).toEqual(before.maybeRenderHead())
  expect(after.maybeRenderHead(pageWith(true))).toBe('')
})

test('fragments hold what they held before, and nothing in an empty one', async () => {
  const [before, after] = await Promise.all([asShipped<Components>(file), changed<Components>(file)])
  const { renderChild } = await asShipped<{ renderChild(destination: object, child: unknown): unknown }>(
    `${render}/any.js`,
  )
  const { renderTemplate } = await asShipped<{ renderTemplate(parts: object, ...values: unknown[]): object }>(
    `${render}/astro/render-template.js`,
  )
  const contents = [
    () => renderTemplate`<b>${'a & <i>'}</b>${[1, 'two', undefined]}`,
    () => Promise.resolve(renderTemplate`<b>${0}</b>`),
    () => 'a < b',
    () => 0,
    () => null,
    () => false,
    undefined,
  ]
  const written = async ({ renderComponent }: Components) => {
    const all = contents.map(async (content) => {
      const chunks: string[] = []
      const slots = content ? { default: content } : {}
      const fragment = renderComponent({}, 'Fragment', Symbol.for('astro:fragment'), {}, slots)
      await renderChild({ write: (chunk: unknown) => chunks.push(String(chunk)) }, fragment)
      return chunks.join('')
    })
    return Promise.all(all)
  }
  const shown = await written(after)
  expect(shown).toEqual(await written(before))
  expect(shown[0]).toBe('<b>a &amp; &lt;i&gt;</b>1two')
})

test('a page module is imported once, and again after a failure', async () => {
  const production = 'core/environment/production.js'
  const code = transformed(shipped(production), production)
  const added = code.slice(code.indexOf('const imported = new Map();'))
  const importedOnce = new Function(`${added}; return importedOnce`)() as (
    load: () => Promise<string>,
  ) => Promise<string>
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(new Error('no file'))
  await expect(importedOnce(load)).rejects.toThrow('no file')
  expect([await importedOnce(load), await importedOnce(load), load.mock.calls.length]).toEqual(['module', 'module', 2])
})

test('a build with another Astro fails instead of doing without', () => {
  for (const each of [`${render}/util.js`, `${render}/head.js`, file, 'core/environment/production.js'])
    expect(() => transformed('export {}', each)).toThrow('remember-in-astro.ts has to follow')
})
