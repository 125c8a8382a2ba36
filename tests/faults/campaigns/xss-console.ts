import { consolePath, type ConsoleScreen } from '../../../src/console-routes.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { addressesOf, screens } from '../../support/console-addresses.ts'
import { writeRecordsIn, type HostileRecords } from '../../support/hostile-records.ts'
import { pooled } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { ConsoleSession } from './console-session.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { XssBrowser } from './xss-browser.ts'
import { planted } from './xss-plant.ts'
import { xssStrings } from './xss-strings.ts'

/** So many strings, one after the other, are the text of every field. */
const perText = 100
const plantedIn = 20

/**
 * XSS strings in everything that shoppers, staff and other systems write, shown in every screen of the console. A
 * screen has as many and the same elements as with a text of letters: then none of its strings was read as HTML, and
 * none could hide another. Every screen is visited once, too, with its scripts and without the
 * Content-Security-Policy.
 */
export const xssConsole: Campaign = {
  name: 'xss-console',
  about: '2,000 XSS strings in every text of shoppers and staff, shown in every screen of the console',
  run: (ground) => xssOnConsole(ground),
}

/** Letters of an e-mail address in the path of a screen: longer paths are refused with 414. */
const maxAddressLength = 500

type Screens = ReadonlyMap<string, { readonly path: string; readonly html: string }>
type Attempt = { differing: string[]; read: number; visited: number; caught: string[]; plantedRan: number }

async function xssOnConsole(ground: Ground): Promise<Finding[]> {
  const strings = xssStrings(ground.size(2_000, perText)).map((text) => text.replaceAll('\0', ''))
  const texts = Array.from({ length: Math.ceil(strings.length / perText) }, (_, at) =>
    strings.slice(at * perText, (at + 1) * perText).join(' '),
  )
  const total: Attempt = { differing: [], read: 0, visited: 0, caught: [], plantedRan: 0 }
  // The page of a mail says so where a text has a placeholder that the mail does not know.
  const plains = new Map<boolean, Screens>()
  for (const [at, text] of texts.entries()) {
    const hasPlaceholder = text.includes('{{')
    const plain = plains.get(hasPlaceholder) ?? (await openShop(ground, lettersOf(text), (shop) => shop.read()))
    plains.set(hasPlaceholder, plain)
    const isVisited = (place: number): boolean => place % texts.length === at
    const found = await openShop(ground, text, (shop) => attempt(shop, plain, isVisited))
    total.differing.push(...found.differing)
    total.caught.push(...found.caught)
    total.read += found.read
    total.visited += found.visited
    total.plantedRan += found.plantedRan
  }
  return findings(total, strings.length)
}

function findings({ differing, read, visited, caught, plantedRan }: Attempt, strings: number): Finding[] {
  const beside = (examples: readonly string[]): string =>
    [`${strings} strings, ${read} answers of ${screens.length} screens, ${visited} visited`, ...examples.slice(0, 3)]
      .join('; ')
      .slice(0, 2_000)
  return [
    count('xss: executed in the console', caught.length, { exactly: 0 }, { beside: beside(caught) }),
    count('xss: console screens with other elements', differing.length, { exactly: 0 }, { beside: beside(differing) }),
    count('xss: planted in the console and executed', plantedRan, { atLeast: 1 }),
  ]
}

type OpenShop = { origin: string; session: ConsoleSession; db: Database; read(): Promise<Screens> }

/** A shop of its own whose every text is this one. */
async function openShop<Result>(ground: Ground, text: string, work: (shop: OpenShop) => Promise<Result>) {
  const data = await ground.newShop(ground.anyEngine)
  return withDatabase(data, async (db): Promise<Result> => {
    const made = await writeRecordsIn(db, data.folder, { text, isEverywhere: true })
    await db
      .updateTable('content_pages')
      .set({ draft: `<p>${text}</p>`, draft_title: text, draft_description: text })
      .where('id', '=', 'terms')
      .execute()
    await using shop = await FaultShop.start(data, { SANDBOX_PAYMENTS: '1' })
    const { origin } = shop
    const session = await ConsoleSession.open(data, origin)
    return await work({ origin, session, db, read: () => readScreens(origin, session, made, text) })
  })
}

async function readScreens(
  origin: string,
  session: ConsoleSession,
  made: HostileRecords,
  text: string,
): Promise<Screens> {
  const staff = await session.get(origin, consolePath('staff'))
  const person = /href="(\/console\/staff\/[^"]+)"/.exec(staff.text)?.[1]
  if (person === undefined) throw new Error('The console lists no people.')
  const addresses: Partial<Record<string, string>> = {
    ...addressesOf(made, person, `${text.slice(0, maxAddressLength).toWellFormed()}@example.com`),
    // The number of an order leads to the order at once.
    find: consolePath('find', {}, { q: 'batteri' }),
  }
  const answers = await pooled(screens, 4, async (screen) => {
    const path = addresses[screen] ?? consolePath(screen as ConsoleScreen)
    const { status, text: html } = await session.get(origin, path)
    if (status !== 200) throw new Error(`${screen} was answered ${status}: ${path.slice(0, 200)}`)
    return [screen, { path, html }] as const
  })
  return new Map(answers)
}

async function attempt(shop: OpenShop, plain: Screens, isVisited: (place: number) => boolean): Promise<Attempt> {
  await using browser = await XssBrowser.start(shop.origin)
  const shown = await shop.read()
  const differing: string[] = []
  const documents: { name: string; html: string }[] = []
  for (const [name, { html }] of shown) {
    const difference = await browser.difference(plain.get(name)?.html ?? '', html)
    if (difference === undefined) continue
    differing.push(`${name}: ${difference.slice(0, 600)}`)
    documents.push({ name, html })
  }
  await browser.open(documents)
  const visits = [...shown.values()].filter((_, place) => isVisited(place))
  await browser.setCookies(cookiesOf(shop))
  for (const { path } of visits) await browser.visit(shop.origin + path)
  const caught = browser.caught.splice(0).map(({ where, how }) => `${where}: ${how}`)
  const order = shown.get('order')?.html ?? ''
  await browser.open(
    planted(order)
      .slice(0, plantedIn)
      .map((html, at) => ({ html, name: `planted ${at}` })),
  )
  const plantedRan = new Set(browser.caught.splice(0).map(({ where }) => where)).size
  return { differing, read: shown.size, visited: visits.length, caught, plantedRan }
}

function cookiesOf({ session, origin }: OpenShop) {
  return session.cookie.split('; ').map((each) => {
    const [name = '', value = ''] = each.split(/=(.*)/s)
    return { name, value, url: origin }
  })
}

/** A text of the same length that means nothing to a browser; braces stand for values in the texts of mails. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N} {}]/gu, 'x')
}
