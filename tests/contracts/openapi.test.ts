import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { allCalls } from '../../src/contracts/calls/all-calls.ts'
import type { Contract } from '../../src/contracts/calls/contract.ts'
import { sharedErrors } from '../../src/contracts/calls/shared-errors.ts'
import { openApiDocument } from '../../src/server/platform/http/calls/openapi.ts'
import { listFiles, projectRoot } from '../support/source-files.ts'

/** Routes without JSON, and the description itself. */
const withoutContract = new Set([
  '/api/payments/[provider]/return',
  '/api/payments/[provider]/webhook',
  '/api/openapi.json',
  '/api/notify-me',
  '/rabatt/[...link]',
])
/** Codes of answers outside of calls: for an unknown method, and for a missing picture. */
const ofNoCall = ['method_not_allowed', 'not_found', 'signed_out']

const listed = Object.values(allCalls).map(({ contract }) => contract)
const nameOf = ({ method, path }: Contract) => `${method} ${path}`

async function declaredContracts(): Promise<Contract[]> {
  const modules = await Promise.all(
    listFiles('src/contracts', ['.ts']).map((file) => import(path.join(projectRoot, file)) as Promise<object>),
  )
  const found = modules
    .flatMap((exported) => Object.values(exported))
    .filter(
      (value): value is Contract =>
        typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value,
    )
  return [...new Set(found)]
}

/** `GET /api/products` for every method that a call's page file exports. */
function servedCalls(): string[] {
  const files = [
    ...listFiles('src/pages/api', ['.ts']),
    ...readdirSync(path.join(projectRoot, 'src/pages'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:captuerr|excel-to-cart|rabatt\/.+)\.ts$/.test(file))
      .map((file) => `src/pages/${file}`),
  ]
  return files.flatMap((file) => {
    const route = file.replace(/^src\/pages/, '').replace(/\.ts$/, '')
    const methods = [
      ...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(/^export const (GET|POST|PUT|PATCH|DELETE)\b/gm),
    ]
    return withoutContract.has(route) ? [] : methods.map(([, method]) => `${method} ${route}`)
  })
}

describe('the list of all calls', () => {
  test('holds every contract', async () => {
    expect((await declaredContracts()).map(nameOf).sort()).toEqual(listed.map(nameOf).sort())
  })

  test('matches the pages that serve the calls', () => expect(servedCalls().sort()).toEqual(listed.map(nameOf).sort()))

  test('spec 7: contains every call of the table with JSON in both directions', () => {
    expect(listed.map(nameOf)).toEqual(
      expect.arrayContaining([
        'GET /api/current-deal',
        'GET /api/widget-by-slug/[slug]',
        'GET /api/product-categories',
        'GET /api/products',
        'GET /api/search-triggers',
        'POST /api/sync-cart',
        'POST /api/sync-coupons',
        'GET /api/currencies',
        'GET /api/countries',
        'POST /captuerr',
      ]),
    )
  })

  test('the shared errors are those of the server in front of the calls', () => {
    const source = listFiles('src/server/platform/http', ['.ts'])
      .map((file) => readFileSync(path.join(projectRoot, file), 'utf8'))
      .join('\n')
    const thrown = [...source.matchAll(/new ProblemError\((\d+), '(\w+)'|status: (\d+), code: '(\w+)'/g)].map(
      ([, one, code, other, sameCode]) => `${one ?? other} ${code ?? sameCode}`,
    )
    const known = sharedErrors.map(({ status, code }) => `${status} ${code}`)
    expect([...new Set(thrown)].filter((error) => !ofNoCall.some((code) => error.endsWith(code))).sort()).toEqual(
      known.sort(),
    )
  })
})

describe('the OpenAPI description', () => {
  const document = JSON.parse(
    JSON.stringify(openApiDocument('https://shop.example', [11, 12], { countries: ['SE', 'DE'], currencies: ['SEK'] })),
  )

  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  test('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference = '']) => reference,
    )
    expect(references.length).toBeGreaterThan(0)
    for (const reference of new Set(references)) {
      expect(
        reference
          .split('/')
          .slice(1)
          .reduce((part, key) => part?.[key], document),
        reference,
      ).toBeDefined()
    }
  })

  test('spec 7: every call accepts locale, cc, cid, sid and uid', () => {
    for (const [name, methods] of Object.entries<Record<string, { parameters: { $ref?: string }[] }>>(document.paths)) {
      for (const { parameters } of Object.values(methods)) {
        const shared = parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
        expect(shared, name).toEqual(['locale', 'cc', 'cid', 'sid', 'uid'])
      }
    }
  })

  test('describes parameters, bodies, answers, headers and codes', () => {
    const { get } = document.paths['/api/products']
    expect(get.parameters[0]).toEqual({
      name: 'query',
      in: 'query',
      required: true,
      schema: { type: 'string', maxLength: 400 },
    })
    expect(get.responses['200'].headers).toHaveProperty('x-be-records')
    expect(get.responses['200'].content['application/json'].schema.properties).toHaveProperty('products')
    expect(document.paths['/api/widget-by-slug/{slug}'].get.parameters[0]).toMatchObject({
      name: 'slug',
      in: 'path',
      required: true,
    })
    const { post } = document.paths['/api/sync-cart']
    expect(post.requestBody.content['application/json'].schema.required).toEqual(['items'])
    expect(post.responses['200'].headers).toHaveProperty('x-internal')
    expect(codesOf(post)).toEqual(expect.arrayContaining(['too_many_lines', 'invalid_body', 'cross_site', 'internal']))
    expect(codesOf(get)).toEqual([
      'bad_url',
      'misdirected',
      'url_too_long',
      'bad_text',
      'internal',
      'try_again',
      'too_slow',
      'invalid_query',
    ])
  })
})

function codesOf(operation: {
  responses: {
    default: { content: Record<string, { schema: { allOf: [unknown, { properties: { code: { enum: string[] } } }] } }> }
  }
}): string[] {
  return operation.responses.default.content['application/problem+json']?.schema.allOf[1].properties.code.enum ?? []
}
