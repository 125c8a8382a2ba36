import { expect, type Locator, type Page } from '@playwright/test'

/** Somebody who works by keyboard alone. It counts the keys that are pressed and the pages that are waited for. */
export class Keyboard {
  readonly page: Page
  keys = 0
  waits = 0

  constructor(page: Page) {
    this.page = page
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.waits += 1
    })
  }

  /** Keys go to a page that is loaded, as somebody presses them who sees it. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.page.waitForLoadState()
    for (const key of keys) {
      this.keys += 1
      await this.page.keyboard.press(key)
    }
  }

  async type(text: string): Promise<void> {
    await this.page.waitForLoadState()
    this.keys += text.length
    await this.page.keyboard.type(text)
  }

  /** Moves the focus to a control: by `e` from outside of the content, then forwards or backwards by Tab. */
  async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    await this.page.waitForLoadState()
    if (!(await this.page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))))
      await this.press('e')
    // The control is looked for once: by its role that takes longer than the key.
    const control = await target.elementHandle()
    for (let tries = 0; tries < 80; tries += 1) {
      const way = await control?.evaluate((element) => {
        if (element === document.activeElement) return 'there'
        const order = element.compareDocumentPosition(document.activeElement ?? document.body)
        return order & Node.DOCUMENT_POSITION_FOLLOWING ? 'back' : 'on'
      })
      if (way === 'there') return
      await this.press(way === 'back' ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`${target} is not reached within 80 keys.`)
  }

  /** Reaches a button, link or summary and presses Enter. */
  async activate(target: Locator): Promise<void> {
    await this.reach(target)
    await this.press('Enter')
  }

  /** Reaches a field and writes over what it holds. */
  async write(target: Locator, text: string): Promise<void> {
    await this.reach(target)
    await this.press('Control+a')
    await this.type(text)
  }

  /** Finds a record or a screen by the palette and opens the first hit that has this text. */
  async find(text: string, hit: RegExp | string = text): Promise<void> {
    await this.press('Control+k')
    await this.type(text)
    await expect(this.page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(hit)
    await this.leave('Enter')
  }

  /** Presses keys that lead to another page, and waits for it. */
  async leave(...keys: readonly string[]): Promise<void> {
    const before = this.waits
    await this.press(...keys)
    await expect.poll(() => this.waits).toBeGreaterThan(before)
    await this.page.waitForLoadState()
  }
}
