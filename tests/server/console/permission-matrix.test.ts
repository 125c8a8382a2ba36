import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { builtInRoleNames, type BuiltInRole } from '../../../src/domain/staff/roles.ts'
import type { ConsoleScreenFunction, ScreenDefinition } from '../../../src/server/console/frame/console-screen.ts'
import { permissionsOf } from '../../../src/server/identity/staff/staff-queries.ts'
import { up } from '../../../src/server/platform/db/migrations/0178-who-sees-prices.ts'
import { listFiles, readText } from '../../support/source-files.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { newBrowser, outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'
import { operations } from './operations.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../../src/server/console/**/*.ts')
const everybody = builtInRoleNames
/** Roles do not depend on the database, and the owner opens every screen. */
const asking = inject('engine') === 'sqlite' ? everybody : (['owner'] as const)
const asOf = (screen: unknown): screen is ConsoleScreenFunction<unknown> =>
  typeof screen === 'function' && 'definition' in screen

/** Every screen of the console, found in its modules. */
async function allScreens(): Promise<ConsoleScreenFunction<unknown>[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()))
  return loaded.flatMap((each) => Object.values(each).filter(asOf))
}

/** Pages for people who have not signed in yet, and the one for addresses that nothing answers. */
const openPages = [
  '[...missing].astro',
  'invitation.astro',
  'sign-in/index.astro',
  'sign-in/second.astro',
  'sign-out.ts',
]
/** What pages call besides their screen: nothing that reads records for somebody who may not see them. */
const besides = new Set(['newsMark', 'withCamera', 'showAgain'])

/** Why a page of the console is not guarded by a screen; nothing for one that is. */
async function faultOfPage(file: string): Promise<string | undefined> {
  const text = readText(file)
  if (/\bshop\./.test(text)) return 'uses the shop itself'
  const imports = [...text.matchAll(/^import (?!type)(.*) from '[./]*\/(server\/.*)'$/gm)]
  if (imports.length !== (text.match(/(?<!^import type .*)\/server\//gm) ?? []).length) return 'imports in another way'
  const called = imports.flatMap(([, names = '', target = '']) =>
    names.split(/[{},\s]+/).flatMap((name) => (name === '' || besides.has(name) ? [] : [{ name, target }])),
  )
  const [screen, ...others] = called
  if (!screen || others.length > 0) return `calls ${called.length} functions of the server`
  const module = await modules[`../../../src/${screen.target}`]?.()
  if (!asOf(module?.[screen.name])) return `${screen.name} is no screen`
  const isAsked = new RegExp(
    `const result = await ${screen.name}\\(.*\\)\\n\\s*(if \\(result instanceof Response\\) )?return result`,
  )
  return isAsked.test(text) ? undefined : `does not ask ${screen.name} first`
}

const named = ({ screen }: ScreenDefinition<unknown>, action?: string) => (action ? `${screen}.${action}` : screen)

describe('every operation of the console', () => {
  let screens: ConsoleScreenFunction<unknown>[]
  beforeAll(async () => {
    screens = await allScreens()
  })

  test('has a row in the table of who may do it, and the table has no other', () => {
    const found = screens.flatMap(({ definition }) => [
      named(definition),
      ...Object.keys(definition.actions ?? {}).map((action) => named(definition, action)),
    ])
    expect(Object.keys(operations).sort()).toEqual(found.sort())
  })

  test('is reached by pages that ask their screen, which checks the permission, before anything else', async () => {
    const folder = 'src/pages/console'
    const pages = listFiles(folder, ['.astro', '.ts', '.tsx', '.js', '.mjs', '.md', '.mdx', '.html'])
    const guarded = pages.filter(
      (file) => !/\/_[^/]*$/.test(file) && !openPages.some((open) => file === `${folder}/${open}`),
    )
    expect(guarded.length).toBeGreaterThan(100)
    const faults = await Promise.all(guarded.map(async (file) => [file, await faultOfPage(file)] as const))
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([])
  })

  test('is refused to every role that the table does not name, and to nobody whom it names', async () => {
    await using shop = await fixtureShop()
    const wrong: string[] = []
    for (const role of asking) {
      const browser = await signedIn(shop, role)
      for (const screen of screens) {
        const ask = (action?: string) => outcome(shop, browser, screen, action ? { form: { action } } : {})
        const check = async (name: string, action?: string) => {
          const mayOpen = rolesOf(named(screen.definition)).includes(role)
          const may = mayOpen && rolesOf(name).includes(role)
          const { status, asksFactor } = await ask(action)
          if ((status === 403 && !asksFactor) === may) wrong.push(`${role} ${name}: ${status}`)
        }
        await check(named(screen.definition))
        // Signing out or ending sessions would end the test's own.
        for (const action of Object.keys(screen.definition.actions ?? {}))
          await check(named(screen.definition, action), action)
      }
    }
    expect(wrong).toEqual([])
  })

  test('leads a stranger, an ended session and somebody without the second step to the sign-in', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const [stranger, over] = [newBrowser(), await signedIn(shop, 'owner')]
    clock.advance(13 * 3600)
    const halfway = await signedIn(shop, 'owner', 'halfway@shop.example', 'password')
    const check = async (browser: Browser, screen: (typeof screens)[number], form?: Form) => {
      const answer = await visit(shop, browser, screen, form ? { form } : {})
      if (!(answer instanceof Response)) throw new Error(`${screen.definition.screen} is shown.`)
      // A form with files is not read, which its answer says beside the link.
      const isUnread = form !== undefined && screen.definition.readFields !== undefined
      const link = isUnread ? await answer.text() : `href="${answer.headers.get('Location')}`
      expect([screen.definition.screen, answer.status, link.includes('href="/console/sign-in')]).toEqual([
        screen.definition.screen,
        isUnread ? 403 : 303,
        true,
      ])
    }
    for (const browser of [stranger, over, halfway])
      for (const screen of screens) {
        await check(browser, screen)
        await check(browser, screen, { action: Object.keys(screen.definition.actions ?? {})[0] ?? 'x' })
      }
  })

  test('asks for the factor again where the table says so, a quarter of an hour after it was confirmed', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const browser = await signedIn(shop, 'owner')
    clock.advance(16 * 60)
    const asked: string[] = []
    for (const screen of screens)
      for (const action of Object.keys(screen.definition.actions ?? {}))
        if ((await outcome(shop, browser, screen, { form: { action, id: 'x' } })).asksFactor)
          asked.push(named(screen.definition, action))
    const expected = Object.entries(operations).filter(([, { asksFactor }]) => asksFactor)
    expect(asked.sort()).toEqual(expected.map(([name]) => name).sort())
  })
})

function rolesOf(name: string): readonly BuiltInRole[] {
  const row = operations[name]
  if (!row) throw new Error(`${name} has no row.`)
  return row.roles === 'everybody' ? everybody : row.roles
}

test('an own role that sees products sees prices after an upgrade, and no other role does', async () => {
  await using shop = await fixtureShop()
  const roles = [
    { name: 'lager', permissions: JSON.stringify(['orders.view', 'products.view']), version: 1 },
    { name: 'kassa', permissions: JSON.stringify(['orders.view']), version: 1 },
  ]
  await shop.db.insertInto('staff_roles').values(roles).execute()
  await up(shop.db as unknown as Kysely<unknown>)
  expect(await permissionsOf(shop.db, 'lager')).toEqual(['orders.view', 'products.view', 'prices.view'])
  expect(await permissionsOf(shop.db, 'kassa')).toEqual(['orders.view'])
})
