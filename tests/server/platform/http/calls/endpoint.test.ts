import type { APIContext } from 'astro'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from '../../../../../src/contracts/calls/contract.ts'
import { ProblemError } from '../../../../../src/server/platform/http/answers/problem.ts'
import { endpoint } from '../../../../../src/server/platform/http/calls/endpoint.ts'
import { silentLog } from '../../../../support/http-shop.ts'

const Greet = defineCall({
  method: 'POST',
  path: '/api/greet',
  errors: ['rude'],
  responseHeaders: ['x-length'],
  query: z.object({ locale: z.optional(z.string()) }),
  body: z.object({ name: z.string().check(z.minLength(2)), times: z.number() }),
  response: z.object({ text: z.string() }),
})

const greet = endpoint(Greet, (_shop, { query, body }, context) => {
  if (body.name === 'rude') throw new ProblemError(409, 'rude')
  if (body.name === 'crash') throw new Error('the secret of the database')
  context.headers.set('X-Length', String(body.name.length))
  return { text: `${query.locale}: ${body.name}`, secret: 'left out' }
})

async function call(body: string, type = 'application/json', query = '?locale=sv') {
  const request = new Request(`http://shop.test/api/greet${query}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  })
  const locals = { shop: { log: silentLog }, requestId: 'the-id' }
  const context = {
    request,
    url: new URL(request.url),
    locals,
    params: {},
    clientAddress: '1.1.1.1',
  } as unknown as APIContext
  const response = await greet(context)
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    length: response.headers.get('X-Length'),
    json: await response.json(),
  }
}

describe('endpoint', () => {
  test('returns only what the contract contains', async () => {
    expect(await call('{"name":"Ada","times":1}')).toEqual({
      status: 200,
      type: 'application/json',
      length: '3',
      json: { text: 'sv: Ada' },
    })
  })

  test.each([
    ['{', 'application/json', 400, 'invalid_json'],
    ['', 'application/json', 400, 'invalid_json'],
    ['{}', 'text/plain', 415, 'wrong_content_type'],
    ['{}', 'application/jsonp', 415, 'wrong_content_type'],
    ['{"name":"rude","times":1}', 'application/json; charset=utf-8', 409, 'rude'],
  ])('%s as %s is a %i %s', async (body, type, status, code) => {
    expect(await call(body, type)).toMatchObject({
      status,
      type: 'application/problem+json',
      json: { status, code, request_id: 'the-id' },
    })
  })

  test('lists every invalid field by path and code', async () => {
    const { status, json } = await call('{"name":"A","times":"x"}')
    expect({ status, json }).toMatchObject({
      status: 422,
      json: {
        code: 'invalid_body',
        errors: [
          { path: 'name', code: 'too_small' },
          { path: 'times', code: 'invalid_type' },
        ],
      },
    })
  })

  test('a server error reveals only its request id', async () => {
    const { status, json } = await call('{"name":"crash","times":1}')
    expect({ status, json }).toEqual({
      status: 500,
      json: {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        code: 'internal',
        request_id: 'the-id',
      },
    })
  })
})
