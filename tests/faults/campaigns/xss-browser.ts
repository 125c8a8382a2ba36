import { chromium, type BrowserContext, type Frame, type Page } from '@playwright/test'
import { browserArguments, findBrowser } from '../../support/find-browser.ts'
import { calledName } from './xss-strings.ts'
import { makeTrapFinder, makeTreeReader, type TreeReader } from './xss-tree.ts'

export type Caught = { where: string; how: string }
export type Cookie = { name: string; value: string; url: string }

/** So many documents are read or opened at once. */
export const atOnce = 60
/** Of documents that are like others, one of so many is opened all the same. */
const sampleOf = 25

/**
 * Chromium with the Content-Security-Policy off, which reports every string that was executed, or would be on a click.
 */
export class XssBrowser {
  readonly caught: Caught[]
  /** Documents that its parser read, and those of them that were opened as pages. */
  looked = 0
  opened = 0
  readonly #context: BrowserContext
  readonly #reader: Page
  readonly #frames: Page
  readonly #visitor: Page

  private constructor(caught: Caught[], context: BrowserContext, [reader, frames, visitor]: readonly Page[]) {
    if (!reader || !frames || !visitor) throw new Error('The browser has too few pages.')
    this.caught = caught
    this.#context = context
    this.#reader = reader
    this.#frames = frames
    this.#visitor = visitor
  }

  static async start(origin: string): Promise<XssBrowser> {
    const executablePath = findBrowser()
    const browser = await chromium.launch({ args: browserArguments, ...(executablePath ? { executablePath } : {}) })
    const context = await browser.newContext({ bypassCSP: true })
    const reader = await context.newPage()
    await reader.evaluate(`globalThis.readTree = (${makeTreeReader.toString()})(); globalThis.known = {}`)
    const caught: Caught[] = []
    await context.exposeBinding(calledName, ({ frame }) => void caught.push({ where: nameOf(frame), how: 'ran' }))
    await context.addInitScript((name) => {
      for (const box of ['alert', 'confirm', 'prompt'])
        Reflect.set(globalThis, box, () => void Reflect.get(globalThis, name)())
    }, calledName)
    await context.addInitScript(`globalThis.findTraps = (${makeTrapFinder.toString()})()`)
    const [frames, visitor] = [await context.newPage(), await context.newPage()]
    await frames.goto(`${origin}/robots.txt`)
    const session = await context.newCDPSession(frames)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['http://*', 'https://*'] })
    return new XssBrowser(caught, context, [reader, frames, visitor])
  }

  /** Signs in the pages that are visited. */
  async setCookies(cookies: readonly Cookie[]): Promise<void> {
    await this.#context.addCookies(cookies)
  }

  /**
   * Reads answers of the shop by the browser's parser, and opens each that has an element unlike those of this slot's
   * earlier documents which were opened and ran nothing; and a sample of the others.
   */
  async look(slot: string, documents: readonly string[]): Promise<void> {
    const fresh = new Set(await this.unlike(slot, documents))
    const chosen = documents.flatMap((html, at) =>
      fresh.has(at) || (this.looked + at) % sampleOf === 0 ? [{ html, name: `${slot} ${this.looked + at}` }] : [],
    )
    this.looked += documents.length
    const before = this.caught.length
    await this.open(chosen)
    const guilty = new Set(this.caught.slice(before).map(({ where }) => where))
    await this.#learn(
      slot,
      chosen.filter(({ name }) => !guilty.has(name)).map(({ html }) => html),
    )
  }

  /** Which of the documents have an element that is unlike those which are known of this slot. */
  unlike(slot: string, documents: readonly string[]): Promise<number[]> {
    return this.#reader.evaluate(
      ([name, all]) => {
        const { readTree, known } = globalThis as unknown as {
          readTree: TreeReader
          known: Record<string, Set<string>>
        }
        const own = (known[name] ??= new Set())
        return all.flatMap((html, at) => (readTree(html).every((line) => own.has(line)) ? [] : [at]))
      },
      [slot, documents] as const,
    )
  }

  /** The first element in which two documents differ, as the browser's parser reads them; undefined where none does. */
  difference(one: string, other: string): Promise<string | undefined> {
    return this.#reader.evaluate(
      ([first, second]) => {
        const { readTree } = globalThis as unknown as { readTree: TreeReader }
        const [lines, others] = [readTree(first), readTree(second)]
        const at = lines.findIndex((line, place) => line !== others[place])
        if (at >= 0) return `${lines[at]} | ${others[at]}`
        return lines.length === others.length ? undefined : `| ${others[lines.length]}`
      },
      [one, other] as const,
    )
  }

  /** Opens documents as frames of a page, many at a time, without loading their resources. */
  async open(documents: readonly { html: string; name: string }[]): Promise<void> {
    for (let from = 0; from < documents.length; from += atOnce) {
      const batch = documents.slice(from, from + atOnce)
      this.caught.push(...(await this.#frames.evaluate(openFrames, batch)))
      this.opened += batch.length
    }
  }

  /** Visits a page like a shopper, with the shop's own scripts; `change` makes another document of the answer. */
  async visit(url: string, change?: (html: string) => string): Promise<void> {
    const page = this.#visitor
    if (change)
      await page.route(url, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: change(await response.text()) })
      })
    await page.goto(url, { waitUntil: 'load' })
    const traps = await page.evaluate(trapsSoon)
    for (const how of traps) this.caught.push({ where: url, how })
    this.looked += 1
    this.opened += 1
    if (change) await page.unroute(url)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.browser()?.close()
  }

  async #learn(slot: string, documents: readonly string[]): Promise<void> {
    await this.#reader.evaluate(
      ([name, all]) => {
        const { readTree, known } = globalThis as unknown as {
          readTree: TreeReader
          known: Record<string, Set<string>>
        }
        const own = (known[name] ??= new Set())
        for (const html of all) for (const line of readTree(html)) own.add(line)
      },
      [slot, documents] as const,
    )
  }
}

/** The name of the opened document, of which this frame may be a part. */
function nameOf(frame: Frame): string {
  let own: Frame | null = frame
  while (own && own.name() === '') own = own.parentFrame()
  return own?.name() || frame.page().url()
}

/** In the browser: opens the documents, waits until they have run, and tells what would run on a click. */
async function openFrames(documents: readonly { html: string; name: string }[]): Promise<Caught[]> {
  const { findTraps } = globalThis as unknown as { findTraps: (page: Document) => string[] }
  const frames = documents.map(({ html, name }) => {
    const frame = document.createElement('iframe')
    const loaded = new Promise((resolve) => {
      frame.addEventListener('load', resolve)
      setTimeout(resolve, 5_000)
    })
    frame.name = name
    frame.srcdoc = html
    document.body.append(frame)
    return { frame, name, loaded }
  })
  await Promise.all(frames.map(({ loaded }) => loaded))
  // Errors of pictures, focus and animations occur shortly after the load.
  await new Promise((resolve) => setTimeout(resolve, 150))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const caught = frames.flatMap(({ frame, name }) =>
    (frame.contentDocument ? findTraps(frame.contentDocument) : []).map((how) => ({ where: name, how })),
  )
  for (const { frame } of frames) frame.remove()
  return caught
}

async function trapsSoon(): Promise<string[]> {
  const { findTraps } = globalThis as unknown as { findTraps: (page: Document) => string[] }
  await new Promise((resolve) => setTimeout(resolve, 150))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return findTraps(document)
}
