import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { browserArguments, findBrowser } from '../../support/find-browser.ts'
import { calledName } from './xss-strings.ts'

export type Caught = { where: string; how: string }

const atOnce = 60

/**
 * Chromium with the Content-Security-Policy off, which reports every string that was executed, or would be on a click.
 */
export class XssBrowser {
  readonly caught: Caught[] = []
  opened = 0
  readonly #browser: Browser
  readonly #context: BrowserContext
  readonly #origin: string

  private constructor(browser: Browser, context: BrowserContext, origin: string) {
    this.#browser = browser
    this.#context = context
    this.#origin = origin
  }

  static async start(origin: string): Promise<XssBrowser> {
    const executablePath = findBrowser()
    const browser = await chromium.launch({ args: browserArguments, ...(executablePath ? { executablePath } : {}) })
    const context = await browser.newContext({ bypassCSP: true })
    const own = new XssBrowser(browser, context, origin)
    await context.exposeBinding(
      calledName,
      ({ frame }) => void own.caught.push({ where: frame.name() || frame.url(), how: 'ran' }),
    )
    await context.addInitScript((name) => {
      for (const box of ['alert', 'confirm', 'prompt'])
        Reflect.set(globalThis, box, () => void Reflect.get(globalThis, name)())
    }, calledName)
    return own
  }

  /** Opens answers of the shop as separate documents, many at a time, without loading their resources. */
  async open(what: string, documents: readonly string[]): Promise<void> {
    const page = await this.#context.newPage()
    await page.route('**/*', (route) =>
      route.request().url() === `${this.#origin}/robots.txt` ? route.continue() : route.abort(),
    )
    for (let from = 0; from < documents.length; from += atOnce) {
      await page.goto(`${this.#origin}/robots.txt`)
      const batch = documents.slice(from, from + atOnce).map((html, at) => ({ html, name: `${what} ${from + at}` }))
      await page.evaluate(async (frames) => {
        await Promise.all(
          frames.map(
            ({ html, name }) =>
              new Promise((resolve) => {
                const frame = document.createElement('iframe')
                frame.name = name
                frame.addEventListener('load', resolve)
                frame.srcdoc = html
                document.body.append(frame)
                setTimeout(resolve, 5_000)
              }),
          ),
        )
      }, batch)
      await this.#wait(page)
      for (const frame of page.frames()) await this.#lookForTraps(frame)
      this.opened += batch.length
    }
    await page.close()
  }

  /** Visits a page like a shopper, with the shop's own scripts. */
  async visit(path: string): Promise<void> {
    const page = await this.#context.newPage()
    await page.goto(this.#origin + path, { waitUntil: 'load' })
    await this.#wait(page)
    await this.#lookForTraps(page.mainFrame())
    this.opened += 1
    await page.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
  }

  /** Errors of pictures, focus and animations occur shortly after the load. */
  async #wait(page: Page): Promise<void> {
    await page.waitForTimeout(150)
  }

  /** Finds what would run on a click or movement: handlers in attributes and script URLs. */
  async #lookForTraps(frame: ReturnType<Page['mainFrame']>): Promise<void> {
    const found = await frame
      .evaluate(() => {
        const traps: string[] = []
        for (const element of document.querySelectorAll('*')) {
          for (const { name, value } of element.attributes) {
            if (name.startsWith('on')) traps.push(`${element.localName} ${name}`)
            const isAddress =
              ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc'].includes(name) &&
              element.localName !== 'iframe'
            if (isAddress && /^(?:javascript|vbscript):|^data:text\/html/i.test(value.replace(/[\u0000-\u0020]/g, '')))
              traps.push(`${element.localName} ${name}`)
          }
        }
        return traps
      })
      .catch(() => [])
    for (const how of found) this.caught.push({ where: frame.name() || frame.url(), how })
  }
}
