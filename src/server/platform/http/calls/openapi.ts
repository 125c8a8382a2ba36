import { toJSONSchema, type ZodMiniType } from 'zod/mini'
import { allCalls, type DescribedCall } from '../../../../contracts/calls/all-calls.ts'
import type { Contract } from '../../../../contracts/calls/contract.ts'
import { sharedErrors } from '../../../../contracts/calls/shared-errors.ts'
import { chosenEvents, webhookBody, type WebhookEvent } from '../../../../contracts/calls/webhook-events.ts'
import type { Sales } from '../../../../domain/settings/sales.ts'
import { problemMediaType } from '../answers/problem.ts'
import { callerParameters } from './openapi-callers.ts'

type Json = { readonly [key: string]: unknown }

/** Builds the OpenAPI 3.1 description of every call from the contracts that client and server are checked against. */
export function openApiDocument(origin: string, storeIDs: readonly number[], sales: Sales): Json {
  const operations = Object.entries(allCalls).map(
    ([id, call]) => [pathOf(call.contract), call.contract.method.toLowerCase(), operation(id, call)] as const,
  )
  const paths = Map.groupBy(operations, ([path]) => path)
  return {
    openapi: '3.1.1',
    info: { title: 'The calls of the shop', version: '1.0.0', description: apiDescription },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: origin }],
    paths: Object.fromEntries(
      [...paths].map(([path, each]) => [path, Object.fromEntries(each.map(([, method, made]) => [method, made]))]),
    ),
    webhooks: Object.fromEntries(chosenEvents.map((event) => [event, webhook(event)])),
    components: { schemas: { Problem: problem }, parameters: callerParameters(storeIDs, sales), securitySchemes },
  }
}

const sharedCodes = sharedErrors.map(({ code, status }) => `${code} (${status})`).join(', ')
const apiDescription =
  'Errors are application/problem+json (RFC 9457) with a code. ' +
  `Beside its own, a call may answer with those that all calls share: ${sharedCodes}.`

const securitySchemes: Json = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'A key that an owner makes in the console, Integrations.' },
}

const problem: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string', description: 'A sentence for developers.' },
    errors: {
      type: 'array',
      description: 'The wrong fields of a query or body.',
      items: {
        type: 'object',
        required: ['path', 'code'],
        properties: { path: { type: 'string' }, code: { type: 'string' } },
      },
    },
    request_id: { type: 'string' },
  },
}

function operation(operationId: string, { contract, summary }: DescribedCall): Json {
  const { body, bodyType = 'application/json' } = contract
  return {
    operationId,
    summary: contract.scope ? `${summary} Needs the scope ${contract.scope}.` : summary,
    ...(contract.scope && { security: [{ apiKey: [] }] }),
    parameters: [
      ...pathParameters(contract),
      ...queryParameters(contract),
      ...keyParameters(contract),
      ...Object.keys(callerParameters([], { countries: [], currencies: [] })).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ],
    ...(body && { requestBody: { required: true, content: { [bodyType]: { schema: schemaOf(body, 'input') } } } }),
    responses: { 200: success(contract), default: failure(contract) },
  }
}

/** What an endpoint of another system is sent. */
function webhook(event: WebhookEvent): Json {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    post: {
      operationId: event,
      summary: 'Sent to endpoints that have chosen it, signed as by Standard Webhooks.',
      parameters: headers,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(webhookBody(event), 'output') } },
      },
      responses: { '2XX': { description: 'Accepted; every other answer is a failure and is tried again.' } },
    },
  }
}

/** A change by another system is repeated safely with the same key. */
function keyParameters({ scope, method }: Contract): Json[] {
  if (!scope || method === 'GET') return []
  const schema = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' }
  return [{ name: 'Idempotency-Key', in: 'header', required: true, schema }]
}

function success({ response, responseHeaders = [] }: Contract): Json {
  const headers = Object.fromEntries(
    responseHeaders.map((name) => [name, { required: true, schema: { type: 'string' } }]),
  )
  return { description: 'Done.', headers, content: { 'application/json': { schema: schemaOf(response, 'output') } } }
}

function failure(contract: Contract): Json {
  const codes = [...contract.errors, ...sharedErrors.filter(({ of }) => isOf(contract, of)).map(({ code }) => code)]
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] }
  return { description: 'Not done.', content: { [problemMediaType]: { schema } } }
}

function isOf({ query, body, method }: Contract, kind: (typeof sharedErrors)[number]['of']): boolean {
  return { every: true, query: query !== undefined, body: body !== undefined, change: method !== 'GET' }[kind]
}

/** Converts Astro's `/api/widget-by-slug/[slug]` to `/api/widget-by-slug/{slug}`. */
function pathOf({ path }: Contract): string {
  return path.replace(/\[(\w+)\]/g, '{$1}')
}

function pathParameters({ path }: Contract): Json[] {
  return [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters({ query }: Contract): Json[] {
  const { properties = {}, required = [] } = query ? toJSONSchema(query, { io: 'input' }) : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function schemaOf(schema: ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = toJSONSchema(schema, { io })
  return rest
}
