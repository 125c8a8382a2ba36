import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openBrowser } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
const stored = () => browser.sessionStorage.getItem('zp02:experiment')

async function openTab() {
  vi.resetModules()
  return import('../../src/features/experiments/experiment-store.ts')
}

beforeEach(() => {
  browser = openBrowser()
})

describe('spec 4: experiments', () => {
  test.each([
    [0, 'original'],
    [0.4999, 'original'],
    [0.5, 'upselling'],
    [0.9999, 'upselling'],
  ])('of accessories, chance %f picks the %s [4.experiment.pick]', async (chance, variant) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    expect((await openTab()).variantOf('accessories')).toBe(variant)
  })

  test(
    'the pick is made once and remembered for the session' +
      ' [4.experiment.remember] [3.experiments] [4.persistence.session]',
    async () => {
      const random = vi.spyOn(Math, 'random').mockReturnValue(0.9)
      const first = await openTab()
      const picks: unknown[] = []
      first.$picked.listen((picked) => picks.push(picked))
      first.variantOf('accessories')
      random.mockReturnValue(0.1)
      expect([first.variantOf('accessories'), (await openTab()).variantOf('accessories')]).toEqual([
        'upselling',
        'upselling',
      ])
      expect(picks).toEqual([{ name: 'accessories', variant: 'upselling' }])
      expect(stored()).toBe('{"accessories":"upselling"}')
      expect(browser.localStorage.getItem('zp02:experiment')).toBeNull()
    },
  )

  test.each(['', 'checkout', 'Accessories', '__proto__', 'toString'])(
    '%j is always the original, and nothing is stored [4.experiment.other]',
    async (name) => {
      vi.spyOn(Math, 'random').mockReturnValue(0.9)
      expect((await openTab()).variantOf(name)).toBe('original')
      expect(stored()).toBeNull()
    },
  )

  test.each(['{"accessories":"other"}', '{"accessories":1}', '[]', '{', '{"__proto__":{"accessories":"original"}}'])(
    'a stored %s is ignored',
    async (text) => {
      vi.spyOn(Math, 'random').mockReturnValue(0.9)
      browser.sessionStorage.setItem('zp02:experiment', text)
      expect((await openTab()).variantOf('accessories')).toBe('upselling')
    },
  )
})
