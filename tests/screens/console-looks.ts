import type { Page } from '@playwright/test'
import { consolePath, type ConsoleScreen } from '../../src/console-routes.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { screens } from '../support/console-addresses.ts'
import { ownPage, signOwnerIn, stages, startStage, type Stage, type StagedShop } from './console-stages.ts'

/** Screens that are opened in another way than by their address, or without a session. */
const others: Readonly<Record<string, { path: string; isStranger?: boolean; open?: (page: Page) => Promise<void> }>> = {
  'sign-in': { path: consolePath('sign-in'), isStranger: true },
  invitation: { path: `${consolePath('invitation')}?token=over`, isStranger: true },
  unknown: { path: `${consolePath('orders')}/nowhere` },
  'nothing-found': { path: `${consolePath('orders')}?q=zzqx` },
  palette: {
    path: consolePath('today'),
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.locator('dialog[open] [role=option]').first().waitFor()
    },
  },
}

/** A shop in a stage, with somebody who has signed in and reads a language, and the screens to open. */
export type Staged = {
  stage: Stage
  shop: StagedShop
  language: Language
  session: string
  names: readonly string[]
  words: readonly string[]
}

/** Those of the values that the words name, or all where they name none. */
export function wanted<Value extends string | number>(words: readonly string[], all: readonly Value[]) {
  const chosen = all.filter((each) => words.includes(String(each)))
  return chosen.length > 0 ? chosen : all
}

/** Starts a shop for each stage that the words name, and hands it on in each of their languages. */
export async function opened(words: readonly string[], work: (staged: Staged) => Promise<void>): Promise<void> {
  const names = wanted(words, [...screens, ...Object.keys(others)])
  for (const stage of wanted(words, stages)) {
    const shop = await startStage(stage)
    try {
      for (const language of wanted(words, languages)) {
        const session = await signOwnerIn(shop, language, stage)
        await work({ stage, shop, language, session, names, words })
      }
    } finally {
      await shop.stop()
    }
  }
}

export function localeOf(language: Language): string {
  return language === 'sv' ? 'sv-SE' : 'en-GB'
}

/** Whether a screen is opened by somebody who has not signed in. */
export function isForStrangers(name: string): boolean {
  return others[name]?.isStranger ?? false
}

/** Whether a screen is only as high as the window. */
export function isInWindow(name: string): boolean {
  return others[name]?.open !== undefined
}

/** Opens a screen; @returns false for a record that the shop does not have. */
export async function open(page: Page, name: string, staged: Staged): Promise<boolean> {
  const address = others[name]?.path ?? addressOf(name, staged)
  if (address === undefined) return false
  await page.goto(staged.shop.consoleOrigin + address, { waitUntil: 'load' })
  await others[name]?.open?.(page)
  return true
}

function addressOf(name: string, { shop, language }: Staged): string | undefined {
  return name === 'person' ? ownPage(language) : (shop.addresses[name] ?? plainPath(name))
}

function plainPath(name: string): string | undefined {
  try {
    return consolePath(name as ConsoleScreen)
  } catch {
    return undefined
  }
}
