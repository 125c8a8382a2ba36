import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from '../../../src/server/platform/turns.ts'

/** Blocks the process, as rendering a page from the embedded database does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** How many of `count` have started after each turn of the event loop. */
async function begunByTurn(turns: Turns, count: number, milliseconds: number): Promise<number[]> {
  let begun = 0
  const all = Array.from({ length: count }, async () => {
    await turns.next()
    work(milliseconds)
    begun += 1
  })
  const seen: number[] = []
  for (let turn = 0; turn <= count; turn += 1) {
    await nextTurn()
    seen.push(begun)
  }
  await Promise.all(all)
  return seen
}

test('without a duration a turn starts one request', async () => {
  const seen = await begunByTurn(new Turns(), 5, 0)
  expect(seen.every((begun, turn) => begun <= turn + 1)).toBe(true)
  expect(seen.at(-1)).toBe(5)
})

test('a turn with a duration starts more until the time is over', async () => {
  const seen = await begunByTurn(new Turns(10), 8, 4)
  const max = Math.max(...seen.map((begun, turn) => begun - (seen[turn - 1] ?? 0)))
  expect([max >= 2, max <= 4, seen.at(-1)]).toEqual([true, true, 8])
})

test('urgent requests go before longer-waiting ones', async () => {
  const turns = new Turns()
  const order: string[] = []
  const begin = async (name: string, isUrgent: boolean) => {
    await turns.next(isUrgent)
    order.push(name)
  }
  await Promise.all([begin('page', false), begin('list', false), begin('login', true)])
  expect(order).toEqual(['login', 'page', 'list'])
})
