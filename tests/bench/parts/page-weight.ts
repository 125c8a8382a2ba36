import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { href } from '../../../src/routes.ts'
import { biggestLeaf, readCatalogue, withDatabase } from '../catalogue.ts'
import { figure, type Bar, type Figure } from '../figure.ts'
import { Client } from '../load/client.ts'
import type { Part } from '../part.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

const staticImport = /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g

type Weight = {
  html: number
  htmlAtFirst: number
  htmlBest: number
  css: number
  first: number
  all: number
  hasReact: boolean
}
/** `headers`: sent with the request for the page, as the cookie of somebody who is signed in. */
type PageKind = { name: string; path: string; headers?: Record<string, string> }

/** Compressed sizes of the page, its styles, and the modules that its scripts import. */
export const pageWeight: Part = {
  name: 'weight',
  about: 'HTML, CSS and scripts of each kind of page, compressed',
  run: async ({ workspace }) => {
    const data = await workspace.newDemo()
    await using shop = await ShopProcess.start(data)
    using client = new Client(shop.origin, 1)
    const figures: Figure[] = []
    for (const kind of await pageKinds(client, data)) figures.push(...kindFigures(kind, await weigh(client, kind)))
    return figures
  },
}

async function pageKinds(client: Client, data: ShopData): Promise<PageKind[]> {
  const {
    productPaths: [product = ''],
    categories,
    names: [name = ''],
  } = await readCatalogue(data, 'en', 1)
  const item = await withDatabase(data, (db) =>
    db
      .selectFrom('products')
      .select('sku')
      .where('type', '=', 1)
      .where('sort_price', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  )
  const { body } = await client.postJson('/api/checkout?locale=en', {
    items: [{ sku: item.sku, quantity: 1 }],
    coupons: [],
  })
  const checkout: { path: string } = JSON.parse(body.toString())
  return [
    { name: 'home', path: href('en', 'home') },
    { name: 'category', path: biggestLeaf(categories) },
    { name: 'product', path: product },
    { name: 'search', path: href('en', 'search', {}, { q: name.split(' ')[0] }) },
    { name: 'checkout', path: checkout.path },
  ]
}

function kindFigures({ name }: PageKind, { html, htmlAtFirst, htmlBest, css, first, all, hasReact }: Weight): Figure[] {
  const onlyProduct = (bar: Bar): { bar?: Bar } => (name === 'product' ? { bar } : {})
  const kB = (bytes: number): number => bytes / 1000
  return [
    figure(`${name}: HTML, first visitor`, kB(htmlAtFirst), 'kB', { beside: 'zstd; brotli after four visits' }),
    figure(`${name}: HTML, brotli`, kB(html), 'kB', {
      ...onlyProduct({ atMost: 12 }),
      beside: `${kB(htmlBest).toFixed(1)} kB as well as brotli can`,
    }),
    figure(`${name}: HTML and CSS`, kB(html + css), 'kB', onlyProduct({ atMost: 30 })),
    figure(`${name}: script run before an interaction`, kB(first), 'kB', {
      ...onlyProduct({ atMost: 6 }),
      beside: hasReact ? 'WITH REACT' : 'no React',
    }),
    figure(`${name}: script once all islands live`, kB(all), 'kB', onlyProduct({ atMost: 105 })),
  ]
}

/** What a page and everything that it loads weigh, compressed. */
export async function weigh(client: Client, { path, headers: sent = {} }: PageKind): Promise<Weight> {
  const first = await client.ask({ path, headers: sent })
  const { status, body, headers } = await client.ask({ path, headers: { ...sent, 'accept-encoding': 'br' } })
  if (status !== 200) throw new Error(`${path} was answered ${status}.`)
  const plain = headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
  const html = plain.toString()
  const modules = new Modules(client, path)
  const css = await modules.sizes(
    matches(html, /<link[^>]*rel="stylesheet"[^>]*>/g).flatMap((tag) => attribute(tag, 'href')),
  )
  const scripts = matches(html, /<script[^>]*>/g)
    .filter((tag) => !/type="(?:application|speculation)/.test(tag))
    .flatMap((tag) => attribute(tag, 'src'))
  const inline = [
    ...html.matchAll(/<script(?![^>]*(?:src=|type="(?:application|speculation)))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, code = '']) => code)
  const started = await modules.closure([
    ...scripts,
    ...inline.flatMap((code) => [...code.matchAll(staticImport)].map(([, found = '']) => found)),
  ])
  const islands = matches(html, /<astro-island[^>]*>/g).flatMap((tag) =>
    ['component-url', 'renderer-url', 'before-hydration-url'].flatMap((name) => attribute(tag, name)),
  )
  const inlineBytes = inline.length === 0 ? 0 : brotliCompressSync(inline.join('\n')).length
  const atFirst = (await modules.sizes(started)) + inlineBytes
  const hydrated = [...new Set([...started, ...(await modules.closure(islands))])]
  const texts = islands.length > 0 ? [await modules.textsFor(attribute(html, 'lang')[0] ?? '', hydrated)] : []
  const all = (await modules.sizes([...hydrated, ...texts])) + inlineBytes
  return {
    html: body.length,
    htmlAtFirst: first.body.length,
    htmlBest: brotliCompressSync(plain).length,
    css,
    first: atFirst,
    all,
    hasReact: await modules.holdReact(started),
  }
}

const matches = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []
const attribute = (tag: string, name: string): string[] =>
  [new RegExp(`\\s${name}="([^"]+)"`).exec(tag)?.[1] ?? []].flat()

/** The files of a page and what they import, each fetched once. */
class Modules {
  readonly #client: Client
  readonly #base: string
  readonly #known = new Map<string, { bytes: number; text: string }>()

  constructor(client: Client, path: string) {
    this.#client = client
    this.#base = `http://shop${path}`
  }

  /** These modules and everything they import statically, as paths. */
  async closure(urls: readonly string[]): Promise<string[]> {
    const found = new Set<string>()
    const queue = urls.map((url) => this.#path(url))
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (found.has(path)) continue
      found.add(path)
      const { text } = await this.#load(path)
      for (const [, imported = ''] of text.matchAll(staticImport))
        queue.push(new URL(imported, `http://shop${path}`).pathname)
    }
    return [...found]
  }

  /** What islands import when they are hydrated: their texts in the page's language. */
  async textsFor(language: string, paths: readonly string[]): Promise<string> {
    const imported = new RegExp(`import\\(\\s*["'\`](\\.[^"'\`]*/texts-${language.slice(0, 2)}\\.[^"'\`]+)`)
    for (const path of paths) {
      const [, found] = imported.exec((await this.#load(path)).text) ?? []
      if (found !== undefined) return new URL(found, `http://shop${path}`).pathname
    }
    throw new Error(`No script loads the texts of ${language}.`)
  }

  async sizes(urls: readonly string[]): Promise<number> {
    const files = await Promise.all([...new Set(urls.map((url) => this.#path(url)))].map((path) => this.#load(path)))
    return files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Every build of React contains the URL of its error pages. */
  async holdReact(paths: readonly string[]): Promise<boolean> {
    const files = await Promise.all(paths.map((path) => this.#load(path)))
    return files.some(({ text }) => text.includes('react.dev/errors'))
  }

  #path(url: string): string {
    return new URL(url, this.#base).pathname
  }

  async #load(path: string): Promise<{ bytes: number; text: string }> {
    const known = this.#known.get(path)
    if (known) return known
    const { status, body, headers } = await this.#client.ask({ path })
    if (status !== 200) throw new Error(`${path} was answered ${status}.`)
    const file = {
      bytes: body.length,
      text: (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString(),
    }
    this.#known.set(path, file)
    return file
  }
}
