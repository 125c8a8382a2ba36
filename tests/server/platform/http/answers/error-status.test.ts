import { expect, test } from 'vitest'
import { errorHelp, errorTitle } from '../../../../../src/features/content/error-texts.ts'
import { translator } from '../../../../../src/i18n/translator.ts'
import {
  errorStatus,
  errorStatusHeader,
  withDeclaredStatus,
} from '../../../../../src/server/platform/http/answers/error-status.ts'
import { toProblem, ProblemError } from '../../../../../src/server/platform/http/answers/problem.ts'
import { PublicError, publicMessage } from '../../../../../src/server/platform/http/calls/public-error.ts'

test.each([
  [{ statusCode: 418 }, 418],
  [{ status: 403 }, 403],
  [{ response: { status: 502 } }, 502],
  [new ProblemError(404, 'gone'), 404],
  [{ statusCode: 410, status: 500 }, 410],
  [new Error('boom'), 500],
  [undefined, 500],
  ['text', 500],
  [null, 500],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503],
  [new Error('Connection terminated unexpectedly'), 503],
  [Object.assign(new Error('database or disk is full'), { errcode: 13 }), 503],
  [Object.assign(new Error('disk I/O error'), { errcode: 6410 }), 503],
  [Object.assign(new Error('UNIQUE constraint failed'), { errcode: 2067 }), 500],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), 503],
  [Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }), 503],
  [Object.assign(new Error('too many open files'), { code: 'EMFILE' }), 503],
  [Object.assign(new Error('0x00'), { code: '22021' }), 400],
  [{ status: 200 }, 500],
  [{ status: '404' }, 500],
  [{ status: 999 }, 500],
  [{ status: 404.5 }, 500],
  [{ status: 0, response: { status: 404 } }, 404],
])('spec 8: route error %j has the status %i', (thrown, status) => expect(errorStatus(thrown)).toBe(status))

test.each([
  [404, 'error.not_found', 'error.not_found_help'],
  [403, 'error.refused', 'error.refused_help'],
  [503, 'error.busy', 'error.failed_help'],
  [500, 'error.failed', 'error.failed_help'],
])('spec 8: a page that answers %i without a public message shows a fallback text', (status, title, help) =>
  expect([errorTitle(status), errorHelp(status)]).toEqual([title, help]),
)

test.each([
  [new PublicError(500, 'error.unknown_middleware', { name: 'x' }), 'Unknown middleware x', 'Okänd middleware x'],
  [
    new ProblemError(429, 'too_many_tries'),
    'You have tried too many times. Wait a few minutes and try again',
    'För många försök. Vänta några minuter och försök igen',
  ],
  [new ProblemError(500, 'internal', { detail: 'secret' }), undefined, undefined],
  [new Error('select * from customers'), undefined, undefined],
  [{ status: 500, message: 'no such table' }, undefined, undefined],
  ['text', undefined, undefined],
  [null, undefined, undefined],
])('spec 8: of %s the error page shows only a public message [8.route-error]', (thrown, en, sv) =>
  expect([publicMessage(thrown, translator('en')), publicMessage(thrown, translator('sv'))]).toEqual([en, sv]),
)

test('a call on a full disk is answered 503 and says when to try again', () => {
  const problem = toProblem(Object.assign(new Error('database or disk is full'), { errcode: 13 }))
  expect([problem.status, problem.code, problem.details.headers]).toEqual([503, 'try_again', { 'Retry-After': '10' }])
})

test('the error page answers with the requested status, and any other page with its own', async () => {
  const asked = withDeclaredStatus(
    new Response('busy', { status: 500, headers: { [errorStatusHeader]: '503', 'Retry-After': '1' } }),
  )
  expect([
    asked.status,
    asked.headers.get(errorStatusHeader),
    asked.headers.get('Retry-After'),
    await asked.text(),
  ]).toEqual([503, null, '1', 'busy'])
  expect(withDeclaredStatus(new Response('fine', { status: 422 })).status).toBe(422)
})
