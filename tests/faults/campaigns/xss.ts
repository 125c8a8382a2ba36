import { href } from '../../../src/routes.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { numbers, pooled } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { signIn } from './sign-in.ts'
import { atOnce, XssBrowser } from './xss-browser.ts'
import { fillCatalogue } from './xss-catalogue.ts'
import { planted, plantedEverywhere } from './xss-plant.ts'
import { slots, type Scene, type Slot } from './xss-slots.ts'
import { xssStrings } from './xss-strings.ts'
import { fill, importStrings } from './xss-texts.ts'

const visits = 40
/** In so many answers of each slot, from the first to the last, a string is planted unescaped. */
const plantedIn = 20

/**
 * Strings that run unless they are escaped or sanitized, in every user-supplied field, with the Content-Security-Policy
 * off.
 */
export const xss: Campaign = {
  name: 'xss',
  about: '2,000 XSS strings in every slot that staff or shoppers fill, read and opened by Chromium without CSP',
  run: (ground) => xssOn(ground),
}

/** What was planted unescaped in the answers of a slot. */
type Planted = { slot: string; documents: number; ran: number; unread: number }

async function xssOn(ground: Ground): Promise<Finding[]> {
  const strings = xssStrings(ground.size(2_000, 40))
  const data = await ground.newShop(ground.anyEngine)
  await fill(data, strings)
  await importStrings(data, strings)
  const paths = await fillCatalogue(data, strings)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, 8)
  const { access_token: bearer } = await signIn(client)
  await using browser = await XssBrowser.start(shop.origin)
  const findings = await control(browser, strings)
  const scene: Scene = { data, client, strings, bearer, paths }
  const plants: Planted[] = []
  for (const slot of slots) {
    const { finding, examples } = await attack(slot, scene, browser)
    findings.push(finding)
    console.log(`  ${finding.what}: ${finding.value} (${finding.beside})`)
    plants.push(await plant(slot.name, browser, slot.plant?.(scene) ?? examples))
  }
  const visited = await visitLists(scene, browser, shop.origin)
  return [...findings, ...visited.findings, ...plantFindings([...plants, visited.plant])]
}

/** The same strings unescaped, to prove that execution would be detected: by opening, and by reading beforehand. */
async function control(browser: XssBrowser, strings: readonly string[]): Promise<Finding[]> {
  const page = (text: string): string => `<!doctype html><body><div>${text}</div>`
  await browser.look('control', [page('harmless')])
  const { ran, unread } = await plant('control', browser, strings.map(page))
  return [
    count(
      'xss: strings that run where nothing is escaped',
      ran,
      { atLeast: Math.round(strings.length / 3) },
      { beside: `of ${strings.length}` },
    ),
    count('xss: strings that run, but look harmless when they are read', unread, { exactly: 0 }),
  ]
}

async function attack(
  slot: Slot,
  scene: Scene,
  browser: XssBrowser,
): Promise<{ finding: Finding; examples: string[] }> {
  const before = { caught: browser.caught.length, looked: browser.looked, opened: browser.opened }
  const began = performance.now()
  const { length, get } = await slot.answers(scene)
  const examples: string[] = []
  const step = Math.max(1, Math.floor(length / plantedIn))
  const fetchFrom = (from: number): Promise<(string | undefined)[]> =>
    pooled(numbers(Math.max(0, Math.min(atOnce, length - from))), 8, (at) => get(from + at))
  let answers = await fetchFrom(0)
  for (let from = 0; from < length; from += atOnce) {
    const documents = answers.filter((html) => html !== undefined)
    // The shop answers while the browser looks.
    ;[answers] = await Promise.all([fetchFrom(from + atOnce), browser.look(slot.name, documents)])
    for (const [at, html] of documents.entries()) if ((from + at) % step === 0) examples.push(...planted(html))
  }
  return { finding: executed(slot.name, before, browser, scene, began), examples }
}

type Before = { caught: number; looked: number; opened: number }

function executed(slot: string, before: Before, browser: XssBrowser, { strings }: Scene, began: number): Finding {
  const found = browser.caught.slice(before.caught)
  const examples = [...new Set(found.map(({ where, how }) => `${where}: ${how}`))].slice(0, 3).join('; ')
  const documents = `${browser.looked - before.looked} documents, ${browser.opened - before.opened} opened`
  const seconds = `${Math.round((performance.now() - began) / 1000)} s`
  return count(
    `xss: executed in ${slot}`,
    found.length,
    { exactly: 0 },
    { beside: `${strings.length} strings, ${documents}, ${seconds}${examples && `; ${examples}`}` },
  )
}

/** Opens what must run; counts what does, and what of it would not have been opened because it is like the others. */
async function plant(slot: string, browser: XssBrowser, documents: readonly string[]): Promise<Planted> {
  const fresh = new Set<string>()
  for (let from = 0; from < documents.length; from += atOnce)
    for (const at of await browser.unlike(slot, documents.slice(from, from + atOnce))) fresh.add(`planted ${from + at}`)
  const before = browser.caught.length
  await browser.open(documents.map((html, at) => ({ html, name: `planted ${at}` })))
  const ran = [...new Set(browser.caught.splice(before).map(({ where }) => where))]
  return { slot, documents: documents.length, ran: ran.length, unread: ran.filter((name) => !fresh.has(name)).length }
}

function plantFindings(plants: readonly Planted[]): Finding[] {
  const told = plants.map(({ slot, ran, documents }) => `${slot} ${ran} of ${documents}`).join('; ')
  const unread = plants.reduce((sum, each) => sum + each.unread, 0)
  return [
    count(
      'xss: slots in which a planted string was executed',
      plants.filter(({ ran }) => ran > 0).length,
      { exactly: plants.length },
      { beside: told },
    ),
    count('xss: planted strings that run, but look harmless when they are read', unread, { exactly: 0 }),
  ]
}

async function visitLists(scene: Scene, browser: XssBrowser, origin: string) {
  const before = { caught: browser.caught.length, looked: browser.looked, opened: browser.opened }
  const began = performance.now()
  const path = await listPath(scene)
  for (const page of numbers(visits)) await browser.visit(`${origin}${path}?page=${page + 1}`)
  const slot = 'lists of these products, visited'
  const findings = [executed(slot, before, browser, scene, began)]
  const caught = browser.caught.length
  await browser.visit(`${origin}${path}?page=1`, plantedEverywhere)
  const ran = Math.min(1, browser.caught.splice(caught).length)
  return { findings, plant: { slot, documents: 1, ran, unread: 0 } }
}

async function listPath({ data }: Scene): Promise<string> {
  const categories = await withDatabase(data, (db) =>
    db.selectFrom('category_texts').select(['path', 'name']).where('language', '=', 'en').execute(),
  )
  const own =
    categories.find(({ name }) => name.includes('onerror')) ?? categories.find(({ name }) => name === 'Strings')
  if (!own) throw new Error('The strings have no category.')
  return href('en', 'product-category-all', { slug: own.path })
}
