import { beforeEach, expect, test, vi } from 'vitest'
import { openBrowser, openTab } from './browser-tabs.ts'

/** The parts of a select and a button that the switches use. */
class Select {
  readonly selectedOptions = [{ label: 'EUR' }]
  readonly dataset: Record<string, string>
  readonly value: string

  constructor(dataset: Record<string, string>, value: string) {
    this.dataset = dataset
    this.value = value
  }
}
class Button {
  readonly pressed: string[] = []
  readonly value: string

  constructor(value: string) {
    this.value = value
  }

  setAttribute(_name: string, value: string): void {
    this.pressed.push(value)
  }
}

let written: string[]
let reloads: number
/** How many cookies had been written when they were read. */
let readAt: number[]
let page: EventTarget & { documentElement: { lang: string; dataset: Record<string, string> } }
let found: Record<string, unknown[]>
const act = (on: EventTarget, type: string, target: unknown) =>
  on.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }))

beforeEach(() => {
  openBrowser()
  written = []
  reloads = 0
  readAt = []
  found = {}
  page = Object.assign(new EventTarget(), {
    documentElement: { lang: 'sv', dataset: { vat: 'inc' } },
    querySelectorAll: (selector: string) => found[selector] ?? [],
  })
  Object.defineProperty(page, 'cookie', {
    get: () => {
      readAt.push(written.length)
      return ''
    },
    set: (text: string) => {
      written.push(text)
    },
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', {
    protocol: 'http:',
    pathname: '/sv',
    href: 'http://shop.test/sv',
    reload: () => {
      reloads += 1
    },
  })
  vi.stubGlobal('HTMLSelectElement', Select)
  vi.stubGlobal('HTMLButtonElement', Button)
})

test(
  'spec 4: a currency or country is stored in cookies for 30 days and reloads the page' +
    ' [4.region-change.cookie] [9.cookies.region] [4.region-change.reload]',
  async () => {
    const { watchRegionSwitches } = await import('../../src/features/region/watch-region.ts')
    watchRegionSwitches()
    act(page, 'change', new Select({ region: 'currency' }, '4'))
    expect([written, reloads]).toEqual([
      ['cid=4; Path=/; Max-Age=2592000; SameSite=Lax', 'cuc=EUR; Path=/; Max-Age=2592000; SameSite=Lax'],
      1,
    ])
    act(page, 'change', new Select({ region: 'country' }, 'DE'))
    expect([written.at(-1), reloads]).toEqual(['cc=DE; Path=/; Max-Age=2592000; SameSite=Lax', 2])
    act(page, 'change', new Select({ sort: 'name' }, 'DE'))
    act(page, 'change', {})
    expect([written.length, reloads]).toEqual([3, 2])
    // What was written is read again before the page is asked for, so that the request carries it.
    expect([...new Set(readAt)].slice(-2)).toEqual([2, 3])
  },
)

test('spec 9: the language is remembered for 365 days [9.cookies.locale]', async () => {
  const link = Object.assign(new EventTarget(), { dataset: { language: 'en' } })
  found['[data-language]'] = [link]
  const { watchLanguageLinks } = await import('../../src/features/region/watch-language.ts')
  watchLanguageLinks()
  link.dispatchEvent(new Event('click'))
  expect(written).toEqual(['locale=en; Path=/; Max-Age=31536000; SameSite=Lax'])
})

test(
  'spec 4: the whole page switches between prices with and without VAT at once' +
    ' [4.vat-display.toggle] [4.vat-display.notify]',
  async () => {
    const group = Object.assign(new EventTarget(), { hidden: true })
    const [inc, ex] = [new Button('inc'), new Button('ex')]
    found['.vat-switch'] = [group]
    found['.vat-switch button'] = [inc, ex]
    const tab = await openTab()
    const { watchVatSwitches } = await import('../../src/features/cart/watch-vat.ts')
    watchVatSwitches()
    expect([group.hidden, inc.pressed.at(-1), ex.pressed.at(-1)]).toEqual([false, 'true', 'false'])
    act(group, 'click', ex)
    expect([page.documentElement.dataset['vat'], inc.pressed.at(-1), ex.pressed.at(-1)]).toEqual([
      'ex',
      'false',
      'true',
    ])
    await vi.waitFor(() => expect(tab.$cart.get().vat).toBe(false))
    act(group, 'click', inc)
    await vi.waitFor(() => expect(tab.$cart.get().vat).toBe(true))
  },
)
