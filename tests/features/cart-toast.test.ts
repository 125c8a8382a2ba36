import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** As much of an element as a notice needs. */
class FakeElement extends EventTarget {
  className = ''
  type = ''
  role: string | null = null
  ariaLabel = ''
  textContent = ''
  isPointedAt = false
  #children: FakeElement[] = []
  #parent: FakeElement | undefined
  readonly #tag: string

  constructor(tag: string) {
    super()
    this.#tag = tag
  }

  append(...children: FakeElement[]): void {
    for (const child of children) child.#parent = this
    this.#children.push(...children)
  }

  appendChild(child: FakeElement): FakeElement {
    this.append(child)
    return child
  }

  after(sibling: FakeElement): void {
    this.#parent?.append(sibling)
  }

  remove(): void {
    if (this.#parent) this.#parent.#children = this.#parent.#children.filter((each) => each !== this)
  }

  matches(selector: string): boolean {
    return selector.startsWith(':hover') ? this.isPointedAt : [this.#tag, `.${this.className}`].includes(selector)
  }

  querySelectorAll(selector: string): FakeElement[] {
    return this.#children.flatMap((each) => [
      ...(each.matches(selector) ? [each] : []),
      ...each.querySelectorAll(selector),
    ])
  }

  querySelector(selector: string): FakeElement | null {
    return this.querySelectorAll(selector)[0] ?? null
  }
}

let page: FakeElement
let showToast: typeof import('../../src/features/cart/cart-toast.ts').showToast
const toast = () => page.querySelector('.cart-toast')
const words = () => page.querySelectorAll('p').map(({ role, textContent }) => [role, textContent])
const buttons = () => page.querySelectorAll('button').map(({ textContent }) => textContent)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = new FakeElement('body')
  page.append(Object.assign(new FakeElement('header'), { className: 'site-header' }))
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    createElement: (tag: string) => new FakeElement(tag),
    querySelector: (selector: string) => page.querySelector(selector),
  })
  ;({ showToast } = await import('../../src/features/cart/cart-toast.ts'))
})

afterEach(() => vi.useRealTimers())

test('a notice is an empty live region for 100 ms, then has words and buttons, and leaves after 6 s', async () => {
  const shown = showToast(() => 'added')
  await pass(99)
  expect([words(), buttons()]).toEqual([[['status', '']], []])
  await pass(1)
  await shown
  expect([words(), buttons()]).toEqual([[['status', 'added']], ['Show cart', '×']])
  await pass(5_999)
  expect(toast()).not.toBeNull()
  await pass(1)
  expect(toast()).toBeNull()
})

test('of two notices at once the later is shown, once its live region is known, with its own undo', async () => {
  const undone: string[] = []
  const both = [
    showToast(() => 'first', { undo: () => undone.push('first') }),
    showToast(() => 'second', { undo: () => undone.push('second') }),
  ]
  await pass(99)
  expect(words()).toEqual([['status', '']])
  await pass(1)
  await Promise.all(both)
  expect([words(), buttons()]).toEqual([[['status', 'second']], ['Undo', 'Show cart', '×']])
  page.querySelector('button')?.dispatchEvent(new Event('click'))
  expect([undone, toast()]).toEqual([['second'], null])
})

test('a notice that comes while another waits is not replaced by it', async () => {
  const first = showToast(() => 'first')
  await pass(60)
  const second = showToast(() => 'second')
  await pass(40)
  await Promise.all([first, second])
  expect(words()).toEqual([['status', 'second']])
  await pass(200)
  expect(words()).toEqual([['status', 'second']])
})

test('a notice after another takes its place at once and stays for 6 s of its own', async () => {
  void showToast(() => 'first')
  await pass(5_000)
  await showToast(() => 'second')
  expect([words(), buttons()]).toEqual([[['status', 'second']], ['Show cart', '×']])
  await pass(5_999)
  expect(words()).toEqual([['status', 'second']])
  await pass(1)
  expect(toast()).toBeNull()
})

test.each([
  ['before', ['fault', 'added']],
  ['after', ['added', 'fault']],
])('an alert that comes %s an ordinary notice is what is shown, and stays until it is closed', async (_, order) => {
  const both = order.map((each) => showToast(() => each, { isAlert: each === 'fault' }))
  await pass(100)
  await Promise.all(both)
  expect(words()).toEqual([['alert', 'fault']])
  await pass(60_000)
  expect([words(), buttons()]).toEqual([[['alert', 'fault']], ['Show cart', '×']])
  await showToast(() => 'added')
  expect(words()).toEqual([['alert', 'fault']])
  page.querySelectorAll('button').at(-1)?.dispatchEvent(new Event('click'))
  expect(toast()).toBeNull()
  void showToast(() => 'added')
  await pass(100)
  expect(words()).toEqual([['status', 'added']])
})

test('an alert takes the place of a notice that is shown, and does not leave with it', async () => {
  void showToast(() => 'added', { undo: () => undefined })
  await pass(3_000)
  await showToast(() => 'fault', { isAlert: true })
  await pass(60_000)
  expect([words(), buttons()]).toEqual([[['alert', 'fault']], ['Show cart', '×']])
})

test('a notice stays while somebody points at it', async () => {
  void showToast(() => 'added')
  await pass(100)
  Object.assign(toast() ?? {}, { isPointedAt: true })
  await pass(30_000)
  expect(words()).toEqual([['status', 'added']])
  Object.assign(toast() ?? {}, { isPointedAt: false })
  await pass(6_000)
  expect(toast()).toBeNull()
})
