import { expect, test } from 'vitest'
import { errorHelp, errorTitle } from '../../../src/features/content/error-texts.ts'
import { errorStatus } from '../../../src/server/http/error-status.ts'
import { ProblemError } from '../../../src/server/http/problem.ts'

test.each([
  [{ statusCode: 418 }, 418], [{ status: 403 }, 403], [{ response: { status: 502 } }, 502], [new ProblemError(404, 'gone'), 404],
  [{ statusCode: 410, status: 500 }, 410], [new Error('boom'), 500], [undefined, 500], ['text', 500], [null, 500],
  [{ status: 200 }, 500], [{ status: '404' }, 500], [{ status: 999 }, 500], [{ status: 404.5 }, 500], [{ status: 0, response: { status: 404 } }, 404],
])('spec 8: route error %j has the status %i', (thrown, status) => expect(errorStatus(thrown)).toBe(status))

test.each([
  [404, 'error.not_found', 'error.not_found_help'], [403, 'error.refused', 'error.refused_help'],
  [503, 'error.busy', 'error.failed_help'], [500, 'error.failed', 'error.failed_help'],
])('spec 8: a page that answers %i says it in words of ours', (status, title, help) => expect([errorTitle(status), errorHelp(status)]).toEqual([title, help]))
