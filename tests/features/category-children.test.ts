import { beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from './browser-tabs.ts'

const fans = {
  id: 'fans',
  slug: 'fans',
  name: 'Fans',
  has_children: false,
  thumb: null,
  uri: null,
  hierarchy: ['Cooling', 'Fans'],
  path: '/c/fans',
}
let isDown: boolean

beforeEach(() => {
  vi.resetModules()
  isDown = false
})

async function open() {
  const { calls } = openBrowser(() => (isDown ? new Response('', { status: 503 }) : Response.json([fans])))
  const { childrenOf } = await import('../../src/features/category/category-children.ts')
  return { calls, childrenOf }
}

test('spec 4: a category loads its children once [4.tree.once]', async () => {
  const { calls, childrenOf } = await open()
  const [first, second] = await Promise.all([childrenOf('cooling'), childrenOf('cooling')])
  expect([first, second, await childrenOf('cooling')]).toEqual([[fans], [fans], [fans]])
  expect(calls.map(({ url }) => [url.pathname, url.searchParams.get('parent_id')])).toEqual([
    ['/api/product-categories', 'cooling'],
  ])
})

test('spec 8: a failed load is only logged to the console, and can be retried', async () => {
  const { calls, childrenOf } = await open()
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  isDown = true
  expect(await childrenOf('cooling')).toEqual([])
  expect(told).toHaveBeenCalledOnce()
  expect(calls.map(({ url }) => url.pathname)).toEqual(['/api/product-categories'])
  isDown = false
  expect(await childrenOf('cooling')).toEqual([fans])
  told.mockRestore()
})
