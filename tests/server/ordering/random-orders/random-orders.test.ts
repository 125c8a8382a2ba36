import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { germanFixtureShop } from '../../home/german-fixture.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { clock } from '../edits/editor.ts'
import { anyOrder, place, type AnyOrder } from './any-order.ts'
import { anyStep, take, type Step } from './any-step.ts'
import { checkBooks } from './books.ts'
import { foundBefore } from './found-before.ts'
import { checkCards, checkOrder } from './invariants.ts'

const steps = fc.array(anyStep, { minLength: 2, maxLength: 9 })
/** At last everything that is left is refunded, after which nothing may be left anywhere. */
const lastStep: Step = { kind: 'refund all', line: 0, count: 0, sku: 'FAN', times: 'once' }

/** Carries out the steps one after the other; after each, everything must hold of the order and its exchanges. */
async function carryOut(shop: Shop, order: AnyOrder, turns: readonly Step[], known: Set<string>): Promise<void> {
  const { id, cards } = await place(shop, order)
  const made: string[] = []
  const log: string[] = []
  try {
    for (const step of [...turns, lastStep]) {
      const outcomes = await take(shop, id, step, made)
      for (const outcome of outcomes) known.add(`${step.kind}: ${outcome}`)
      log.push(`${step.kind} ${step.line} ${step.count} ${step.sku} ${step.times}: ${outcomes.join(', ')}`)
      expect(log.at(-1), 'a step is taken or refused').not.toMatch(/error/i)
      for (const each of [id, ...made]) await checkOrder(shop, each)
      await checkCards(shop, cards)
    }
    await checkBooks(shop, [id, ...made])
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nafter ${log.join('\n      ')}`, {
      cause: error,
    })
  }
}

/** How each kind of step ends now and then; otherwise the cases would try too little. */
const ends = [
  'ship: shipped',
  'deliver: done',
  'edit: done',
  'add: done',
  'swap: done',
  'pay invoice: paid',
  'refund units: refunded',
  'refund delivery: refunded',
  'refund all: refunded',
  'refund all: already',
  'credit: refunded',
  'credit: already',
  'cancel: cancelled',
  'withdraw: done',
  'return: return',
  'receive: received',
  'receive: already',
  'exchange: exchanged',
]

test('orders, documents, payments, gift cards and books agree after any steps', { timeout: 7_200_000 }, async () => {
  const known = new Set<string>()
  const all = cases(inject('engine') === 'sqlite' ? 600 : 300, 0.05)
  const perShop = Math.min(30, Math.ceil(all / 2))
  for (let done = 0; done < all; done += perShop) {
    const isAbroad = (done / perShop) % 2 === 1
    await using shop = await (isAbroad ? germanFixtureShop(clock) : fixtureShop(clock))
    await shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
    await fc.assert(
      fc.asyncProperty(anyOrder, steps, (order, turns) => carryOut(shop, order, turns, known)),
      { numRuns: Math.min(perShop, all - done), examples: done === 0 ? foundBefore : [] },
    )
  }
  if (all >= 600) expect([...known]).toEqual(expect.arrayContaining(ends))
})
