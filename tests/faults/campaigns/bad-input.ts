import fc from 'fast-check'
import { allCalls } from '../../../src/contracts/calls/all-calls.ts'
import type { Contract } from '../../../src/contracts/calls/contract.ts'
import { badBodies, badQueryValues, badTexts, badValues } from './bad-values.ts'
import { pooled, shopperHeaders } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { RawClient, type RawAsked } from './raw-client.ts'
import { signIn } from './sign-in.ts'

const connections = 16
const maxExamples = 3
/** Words that reveal a stack trace, database or source file in an answer. */
const betrayal = new RegExp(
  [
    /\bat (?:async )?[\w.<>$ ]+ \(|node:internal|\.m?[jt]s:\d+|node_modules/,
    /SQLITE_|syntax error at or near|invalid byte sequence|relation "|no such (?:table|column)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * Generated inputs that nearly match each call's contract, alternately from anonymous clients and a signed-in customer.
 */
export const badInput: Campaign = {
  name: 'bad-input',
  about: '10,000 generated bad inputs for each call of the contracts',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await badInputOn(ground, engine)))
    return findings
  },
}

async function badInputOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const inputs = ground.size(10_000, 20)
  const data = await ground.newShop(engine)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, connections)
  const { access_token: bearer } = await signIn(client)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const failures: string[] = []
  const betrayals: string[] = []
  const times: number[] = []
  for (const [name, { contract }] of Object.entries(allCalls)) {
    const requests = fc.sample(requestsOf(contract, bearer), { numRuns: inputs, seed })
    await pooled(requests, connections, async (asked, at) => {
      const answer = await client.ask({ ...asked, headers: { ...asked.headers, ...shopperHeaders(at >> 4) } })
      times.push(answer.ms)
      const told = `${name} ${answer.status}: ${asked.path.slice(0, 200)} ${asked.body?.toString().slice(0, 300) ?? ''}`
      if (answer.status >= 500 || answer.status === 0) failures.push(told)
      if (betrayal.test(answer.text.slice(0, 20_000)) && answer.status >= 400) betrayals.push(told)
    })
    if (!shop.isRunning) throw new Error(`${name} ended the shop: ${shop.log.slice(-2000)}`)
  }
  for (const each of [...failures.slice(0, maxExamples * 5), ...betrayals.slice(0, maxExamples)])
    console.log(`  ${JSON.stringify(each)}`)
  if (failures.length > 0) console.log(shop.log.slice(-4_000))
  const of = `of ${times.length} for ${Object.keys(allCalls).length} calls, seed ${seed}`
  return [
    count('bad-input: answers of 5xx or none', failures.length, { exactly: 0 }, { engine, beside: of }),
    count('bad-input: stack traces and other betrayals', betrayals.length, { exactly: 0 }, { engine }),
    timing(
      'bad-input: slowest answer',
      times.reduce((max, each) => Math.max(max, each), 0),
      'ms',
      { engine },
    ),
  ]
}

function requestsOf(contract: Contract, bearer: string): fc.Arbitrary<RawAsked> {
  const isEnding = contract.path.endsWith('/logout') || contract.path.endsWith('/password')
  const authorization = fc.oneof(
    fc.constant(isEnding ? '' : `Bearer ${bearer}`),
    fc.constant(''),
    badTexts.map((value) => `Bearer ${value}`),
  )
  const path = fc
    .tuple(fc.array(badTexts, { minLength: 2, maxLength: 2 }), fc.constantFrom(encodeURIComponent, encodeSome))
    .map(([values, encode]) => {
      const left = [...values]
      return contract.path.replace(/\[\w+\]/g, () => encode((left.pop() ?? '').toWellFormed()) || 'x')
    })
  const query = badQueryValues(contract.query).map((pairs) =>
    pairs.map(([name, value]) => `${encodeSome(name.toWellFormed())}=${encodeSome(value.toWellFormed())}`).join('&'),
  )
  const body =
    contract.body === undefined
      ? fc.constant(undefined)
      : fc.option(contract.bodyType === 'multipart/form-data' ? multipart(contract) : badBodies(contract.body), {
          nil: undefined,
          freq: 20,
        })
  const type = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constant(
        contract.bodyType === 'multipart/form-data' ? `multipart/form-data; boundary=${boundary}` : 'application/json',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        'text/plain',
        'application/json; charset=utf-7',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'x/'.repeat(50),
      ),
    },
  )
  return fc
    .record({ path, query, body, type, authorization })
    .map(({ path: own, query: asked, body: sent, type: contentType, authorization: token }): RawAsked => ({
      path: asked ? `${own}?${asked}` : own,
      method: contract.method,
      body: sent,
      headers: {
        ...(contentType ? { 'content-type': contentType } : {}),
        ...(token ? { authorization: headerText(token) } : {}),
      },
    }))
}

const boundary = 'delverk-faults'

function multipart({ body }: Contract): fc.Arbitrary<Buffer> {
  const values = body ? badValues(body) : fc.constant<unknown>({})
  return values.map((value) => {
    const fields = Object.entries(typeof value === 'object' && value !== null ? value : { file: value })
    const parts = fields.map(
      ([name, each]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"` +
        (name === 'file' ? '; filename="x.xlsx"' : '') +
        `\r\n\r\n${typeof each === 'string' ? each : JSON.stringify(each)}\r\n`,
    )
    return Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  })
}

/** Leaves some percent signs unencoded, so that they do not decode. */
function encodeSome(value: string): string {
  return encodeURIComponent(value).replaceAll('%25', '%')
}

/** The characters that an HTTP client allows in a header. */
function headerText(value: string): string {
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000)
}
