import { beforeEach, expect, test, vi } from 'vitest'
import { callerQuery } from '../../src/browser/caller.ts'
import { openBrowser } from './browser-tabs.ts'

beforeEach(() => void openBrowser())

test.each([
  ['', { locale: 'sv', sid: '11' }],
  ['cc=DE', { locale: 'sv', sid: '11', cc: 'DE' }],
  ['cid=4', { locale: 'sv', sid: '11', cid: '4' }],
  ['cid=4; cc=DE; cuc=EUR', { locale: 'sv', sid: '11', cid: '4', cc: 'DE' }],
])('spec 7: with the cookies "%s" and signed out, only set values are sent [7.request.absent]', (cookie, query) => {
  vi.stubGlobal('document', { cookie, documentElement: { lang: 'sv', dataset: { store: '11 1 SE' } } })
  expect(callerQuery()).toEqual(query)
})

test("spec 7: the store id is the locale's [7.request.parameters]", () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en-IE', dataset: { store: '12 4 SE' } } })
  expect(callerQuery()).toEqual({ locale: 'en', sid: '12' })
})
