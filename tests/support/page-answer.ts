import type { PageResult, ShownPage } from '../../src/server/platform/http/pages/page-result.ts'

/** Where the result of a page leads, or what it shows. */
export type PageAnswer<Page> = { kind: 'go'; path: string } | { kind: 'missing' } | ({ kind: 'page' } & ShownPage<Page>)

/** What a page tells the visitor, in a form that tests can compare. */
export function answerOf<Page>(result: PageResult<Page>): PageAnswer<Page> {
  if (!(result instanceof Response)) return { kind: 'page', ...result }
  if (result.status === 404) return { kind: 'missing' }
  const path = result.headers.get('Location')
  if (result.status !== 303 || path === null) throw new Error(`An unexpected response: ${result.status}.`)
  return { kind: 'go', path }
}

/** What a page shows, with its status and caching; undefined when it is missing. */
export function shownOf<Page>(result: PageResult<Page>): ShownPage<Page> | undefined {
  const answer = answerOf(result)
  if (answer.kind === 'go') throw new Error(`It leads to ${answer.path}.`)
  return answer.kind === 'page' ? answer : undefined
}

export function pageOf<Page>(result: PageResult<Page>): Page | undefined {
  return shownOf(result)?.page
}
