import { expect, test, vi } from 'vitest'
import { cachedMarkup } from '../../src/ui/cached-markup.ts'

const rendering = (html: string) => vi.fn(async () => html)

test('markup is rendered once for the same data and name', async () => {
  const data = [{ menu: [] }, { widget: '' }]
  const render = rendering(' <p>menu</p> ')
  const first = await cachedMarkup(data, 'menu en', render)
  const again = cachedMarkup([...data], 'menu en', render)
  expect([first, again, render.mock.calls.length]).toEqual(['<p>menu</p>', '<p>menu</p>', 1])
})

test('other data and other names have their own markup', async () => {
  const [one, other] = [{ a: 1 }, { a: 1 }]
  const ways = [
    [[one], 'en'],
    [[one], 'sv'],
    [[other], 'en'],
    [[one, other], 'en'],
    [[other, one], 'en'],
  ] as const
  const shown = async () => Promise.all(ways.map(([of, name], at) => cachedMarkup(of, name, rendering(`<p>${at}</p>`))))
  const expected = ways.map((_, at) => `<p>${at}</p>`)
  expect([await shown(), await shown()]).toEqual([expected, expected])
})

test('what could not be rendered is tried again', async () => {
  const data = [{}]
  const render = rendering('<p>menu</p>').mockRejectedValueOnce(new Error('no menu'))
  await expect(cachedMarkup(data, 'menu', render)).rejects.toThrow('no menu')
  expect(await cachedMarkup(data, 'menu', render)).toBe('<p>menu</p>')
})
