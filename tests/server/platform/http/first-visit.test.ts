import type { APIContext } from 'astro'
import { describe, expect, test } from 'vitest'
import { GET } from '../../../../src/pages/index.ts'
import { acceptedLanguage } from '../../../../src/server/platform/http/calls/asked-language.ts'
import { jar } from '../../call.ts'

async function visit(query: string, { cookie, accept }: { cookie?: string; accept?: string } = {}) {
  const cookies = new Map(cookie === undefined ? [] : [['locale', cookie]])
  const url = new URL(`https://shop.test/${query}`)
  const context: Partial<APIContext> = {
    url,
    request: new Request(url, { headers: accept === undefined ? {} : { 'Accept-Language': accept } }),
    cookies: jar(cookies),
  }
  const { status, headers } = (await GET(context as APIContext)) as Response
  return { status, to: headers.get('Location'), caching: headers.get('Cache-Control'), locale: cookies.get('locale') }
}

describe('the bare URL', () => {
  test.each([
    ['', { cookie: 'sv', accept: 'en' }, '/sv'],
    ['', { cookie: 'xx', accept: 'sv-SE,en;q=0.5' }, '/sv'],
    ['', { accept: 'de' }, '/en'],
    ['', {}, '/en'],
    ['?utm_source=a%20b&atc=Zg==', { accept: 'sv' }, '/sv?utm_source=a%20b&atc=Zg=='],
    ['?locale=sv&x=1', { cookie: 'en', accept: 'en' }, '/sv?x=1'],
    ['?locale=xx', { accept: 'sv' }, '/sv'],
  ])('%s with %j leads to %s', async (query, visitor, to) => {
    expect(await visit(query, visitor)).toMatchObject({ status: 302, to, caching: 'no-store' })
  })

  test('a language in its query is remembered, an unknown one is not', async () => {
    expect(await visit('?locale=sv')).toMatchObject({ locale: 'sv' })
    expect(await visit('?locale=//evil.example')).toMatchObject({ to: '/en', locale: undefined })
  })
})

test.each([
  ['sv', 'sv'],
  ['sv-FI', 'sv'],
  ['SV', 'sv'],
  ['en-GB,sv;q=0.9', 'en'],
  ['en;q=0.4, sv;q=0.9', 'sv'],
  ['de, fr;q=0.9, sv;q=0.1', 'sv'],
  ['sv;q=0, en;q=0.1', 'en'],
  ['', undefined],
  [null, undefined],
  ['*', undefined],
  ['de', undefined],
  ['sv;q=x', undefined],
  [';;,=,', undefined],
  [`${'x,'.repeat(5000)}sv`, undefined],
])('Accept-Language %j prefers %s', (header, language) => expect(acceptedLanguage(header)).toBe(language))
