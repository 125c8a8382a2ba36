import { expect, test } from 'vitest'
import { translator } from '../../../src/i18n/translator.ts'
import { pathLanguage } from '../../../src/server/platform/http/answers/refused-page.ts'
import { serveHttp, testOrigin } from '../../support/http-shop.ts'
import { addressOf, pageFiles } from './endpoints.ts'

const shapes: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: testOrigin },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: `${testOrigin}.evil.example` },
  { origin: testOrigin.replace('http:', 'https:') },
  { origin: `${testOrigin}:8080` },
  { origin: '' },
]
const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

test('every path x unsafe method x cross-site request shape is a 403, except webhooks', async () => {
  let reached = 0
  await using http = await serveHttp({
    render: async () => {
      reached += 1
      return new Response('reached')
    },
  })
  const addresses = [...new Set(pageFiles().map(addressOf))]
  let checked = 0
  for (const address of addresses.filter((each) => !each.endsWith('/webhook'))) {
    const requests = [
      ...shapes.map((headers) => ['POST', headers] as const),
      ...(['PUT', 'PATCH', 'DELETE'] as const).map((method, at) => [method, shapes[at] ?? {}] as const),
    ]
    for (const [at, [method, headers]] of requests.entries()) {
      const answer = await http.ask(address, {
        method,
        headers: { ...headers, 'content-type': types[at % types.length] ?? '' },
        body: '{}',
      })
      checked += 1
      const language = pathLanguage(address)
      const said = language
        ? answer.text.includes(translator(language)('error.reason.cross_site'))
        : JSON.parse(answer.text).code === 'cross_site'
      expect({ status: answer.status, said }, `${method} ${address} ${JSON.stringify(headers)}`).toEqual({
        status: 403,
        said: true,
      })
    }
  }
  console.info(`${addresses.length} paths, ${checked} cross-site requests, ${reached} let in`)
  expect(reached).toBe(0)
})
