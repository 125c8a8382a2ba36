import { expect, test } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href, screenNames, type Screen } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { ask, type Answered } from '../support/plain-request.ts'

const mark = 'ODD'
/** What a scanner or a broken link puts in place of a slug or id, as in the request line. */
const oddParts = ['%25', '%', '%00', '%0d%0aX-Odd:1', '%ff', "'%22%3e", 'a'.repeat(5_000)]
const otherPaths = [
  '/api/widget-by-slug/',
  '/api/auth/sessions/',
  '/pictures/',
  '/sitemap/',
  '/rabatt/',
  '/rabatt/batteries/',
  '/_astro/',
  '/',
]
const screensWithParameter = screenNames.filter((screen) => pathOf('en', screen).includes(mark))
/** Screens that answer an unknown id with their start: the form, or the cart. */
const startScreens = new Set<Screen>(['track-order', 'checkout-id'])

function pathOf(language: Language, screen: Screen): string {
  return href(language, screen, { id: mark, slug: mark, document: mark, file: mark })
}

/** Signs in as a demo customer, to reach pages that send guests to the login. */
async function customerCookies(origin: string): Promise<string> {
  const body = JSON.stringify({ email: 'karin@example.com', password: demoPassword, cookie: true })
  const headers = { 'Content-Type': 'application/json', Origin: origin }
  const answer = await fetch(`${origin}/api/auth/login?locale=en`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** What is wrong with the answer of a page; undefined when it helps the visitor. */
function faultOf({ status, headers, text }: Answered, language: Language, screen: Screen): string | undefined {
  if (status >= 500 || headers['x-odd'] !== undefined) return `${status}`
  if ([301, 302, 303, 307, 308].includes(status)) {
    return /^\/(en|sv)(?:[/?]|$)/.test(headers.location ?? '') ? undefined : `to ${headers.location}`
  }
  const isPage = text.includes(`<html lang="${language}`) && /<h1[ >]/.test(text)
  if (!isPage) return `${status} ${text.slice(0, 60)}`
  return [400, 404, 414].includes(status) || startScreens.has(screen) ? undefined : `${status}`
}

for (const visitor of ['a guest', 'a customer'] as const) {
  for (const language of languages) {
    test(`${visitor} requesting an odd id or slug in ${language} gets a page in that language`, async ({ baseURL }) => {
      expect(screensWithParameter.length).toBeGreaterThan(15)
      const { origin, port, host } = new URL(baseURL ?? '')
      const cookie = visitor === 'a customer' ? await customerCookies(origin) : ''
      const headers = { Host: host, Accept: 'text/html', Cookie: cookie }
      const faults: string[] = []
      for (const [screen, odd] of screensWithParameter.flatMap((each) =>
        oddParts.map((part) => [each, part] as const),
      )) {
        const answer = await ask(Number(port), pathOf(language, screen).replaceAll(mark, odd), { headers })
        const fault = faultOf(answer, language, screen)
        if (fault !== undefined) faults.push(`${screen} ${odd.slice(0, 20)}: ${fault}`)
      }
      expect(faults).toEqual([])
    })
  }
}

for (const method of ['GET', 'POST', 'DELETE']) {
  test(`odd URLs of calls, pictures, sitemaps and code are rejected without a server error: ${method}`, async ({
    baseURL,
  }) => {
    const { origin, port, host } = new URL(baseURL ?? '')
    const headers = { Host: host, Origin: origin, 'Content-Type': 'application/json' }
    const faults: string[] = []
    for (const path of otherPaths.flatMap((each) => oddParts.map((odd) => each + odd))) {
      const { status } = await ask(Number(port), path, { method, headers })
      const isAbsentWidget = method === 'GET' && path.startsWith('/api/widget-by-slug/') && status === 200
      if (status >= 500 || (status < 300 && !isAbsentWidget)) faults.push(`${path.slice(0, 60)}: ${status}`)
    }
    expect(faults).toEqual([])
  })
}

test('the address of the page for failures is none: nobody outside makes the log and the alerts count one', async ({
  baseURL,
}) => {
  const { port, host } = new URL(baseURL ?? '')
  for (const [method, path] of [
    ['GET', '/500'],
    ['POST', '/500/'],
    ['GET', '/500?error=1'],
  ] as const) {
    const { status } = await ask(Number(port), path, { method, headers: { Host: host, Origin: `http://${host}` } })
    expect([path, status]).toEqual([path, 404])
  }
})
