import { DomUtils, parseDocument } from 'htmlparser2'
import { href } from '../../../src/routes.ts'
import type { Client } from '../load/client.ts'
import type { Query } from './query.ts'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** What a shopper sees after a search. */
export type Results = {
  /** Article numbers of the products on the first page, up to 24, in their order. */
  skus: string[]
  /**
   * Slug of the device, or path with the series, that the page offers before its first product; the device whose page
   * the search led to; null without.
   */
  device: { slug: string } | { series: string } | null
  /** Whether the search led away to the page of a device or series. */
  isDevicePage: boolean
  /** What the page strikes out, in small letters. */
  struck: string
}

/** Asks for the search results page in the query's language, and goes where it leads. */
export async function askResults(client: Client, { text, language }: Query): Promise<Results> {
  const asked = href(language, 'search', {}, { q: text })
  const path = await follow(client, asked)
  const { status, body } = await client.ask({ path, headers: { 'accept-encoding': 'identity' } })
  if (status !== 200) throw new Error(`The search for “${text}” was answered ${status}.`)
  const main = DomUtils.getElementsByTagName('main', parseDocument(body.toString('utf8')), true, 1)[0]
  if (!main) throw new Error(`The answer to “${text}” has no main part.`)
  const cards = DomUtils.getElementsByTagName('li', main).filter((item) => hasClass(item, 'product-card'))
  const ledTo = deviceOf(path, language)
  return {
    skus: cards.map(skuOf),
    device: ledTo ?? firstDevice(main, language),
    isDevicePage: ledTo !== null,
    struck: DomUtils.getElementsByTagName((name) => name === 's' || name === 'del', main)
      .map((element) => DomUtils.textContent(element))
      .join(' ')
      .toLowerCase(),
  }
}

async function follow(client: Client, path: string): Promise<string> {
  const { status, headers } = await client.ask({ path })
  if (status < 300 || status > 399 || !headers.location) return path
  const { pathname, search } = new URL(headers.location, 'http://shop')
  return pathname + search
}

function skuOf(card: Element): string {
  const number = DomUtils.getElementsByTagName('span', card).find((line) => hasClass(line, 'number'))
  if (!number) throw new Error('A product in a list shows no article number.')
  return DomUtils.textContent(number).trim()
}

/** The first link to a device among those before the first product. */
function firstDevice(main: Element, language: Query['language']): Results['device'] {
  for (const element of DomUtils.getElementsByTagName((name) => name === 'a' || name === 'li', main)) {
    if (hasClass(element, 'product-card')) return null
    const device = deviceOf(element.attribs.href ?? '', language)
    if (device) return device
  }
  return null
}

function hasClass({ attribs }: Element, name: string): boolean {
  return attribs.class?.split(' ').includes(name) ?? false
}

function deviceOf(path: string, language: Query['language']): Results['device'] {
  const { pathname, searchParams } = new URL(path, 'http://shop')
  const finder = href(language, 'find-parts')
  const series = searchParams.get('series')
  if (pathname === finder && series) return { series }
  return pathname.startsWith(`${finder}/`) ? { slug: decodeURIComponent(pathname.slice(finder.length + 1)) } : null
}
