import { beforeEach, expect, test, vi } from 'vitest'
import hydrateOnIntent from '../../src/browser/hydrate-on-intent.ts'

class FakeElement extends EventTarget {
  clicks = 0
  closest() {
    return this
  }
  click() {
    this.clicks += 1
  }
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLElement', FakeElement)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run))
})

/** An island whose button is clicked before its code is loaded. */
async function clickEarly(load: () => Promise<() => Promise<void>>) {
  const island = new FakeElement()
  const options = { name: 'Specimen', value: '' }
  await hydrateOnIntent(load, options, Object.assign(island) as unknown as HTMLElement)
  const event = Object.assign(new Event('click', { cancelable: true }), { button: 0 })
  island.dispatchEvent(event)
  return { island, isHeld: event.defaultPrevented }
}

test('a click before hydration is replayed once', async () => {
  const hydrate = vi.fn(async () => undefined)
  const { island, isHeld } = await clickEarly(async () => hydrate)
  await vi.waitFor(() => expect(island.clicks).toBe(1))
  expect([isHeld, hydrate.mock.calls.length]).toEqual([true, 1])
})

test('if the code cannot be loaded the click works as without scripts', async () => {
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', note)
  const { island } = await clickEarly(() => Promise.reject(new Error('no network')))
  await vi.waitFor(() => expect(island.clicks).toBe(1))
  await vi.waitFor(() => expect(rejections).toHaveLength(1))
  process.off('unhandledRejection', note)
})
