import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testEndpoint } from '../../../src/server/platform/webhooks/webhook-endpoints.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { actor, listening, receiver, sendDue, type Got } from './receiver.ts'

const manual = readFileSync('docs/how-to/connect-another-system.md', 'utf8')

/** The code of the manual in a language. */
function codeIn(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(manual) ?? []
  if (code === undefined) throw new Error(`The manual has no code in ${language}.`)
  return code
}

type Check = (got: Got, secret: string, now: number) => boolean

const inNode: Check = ({ headers, text }, secret, now) => {
  const asked = JSON.stringify([headers, text, secret, now])
  const program = `${codeIn('js')}\nconsole.log(isGenuine(...${asked}))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString().trim() === 'true'
}
const inPython: Check = ({ headers, text }, secret, now) => {
  const program = `${codeIn('python')}\nimport json, sys\nprint(is_genuine(*json.load(sys.stdin)))`
  const input = JSON.stringify([headers, text, secret, now])
  return execFileSync('python3', ['-c', program], { input }).toString().trim() === 'True'
}

test.each([
  ['Node', inNode, 'js'],
  ['Python', inPython, 'python'],
])('the code of the manual in %s accepts what the shop sends, and nothing else', async (_name, isGenuine, language) => {
  await using shop = await fixtureShop()
  await using other = await receiver()
  const { id, secret } = await listening(shop, other.url, ['order.confirmed'])
  await testEndpoint(shop, actor, id)
  await sendDue(shop)
  const [got] = other.got
  if (!got) throw new Error('Nothing came.')
  const now = shop.now().getTime() / 1000
  expect(isGenuine(got, secret, now)).toBe(true)
  expect(isGenuine({ ...got, text: got.text.replace('reaches', 'robs') }, secret, now)).toBe(false)
  expect(isGenuine(got, `whsec_${Buffer.alloc(32).toString('base64')}`, now)).toBe(false)
  expect(isGenuine(got, secret, now + 301)).toBe(false)
  expect(codeIn(language).trim().split('\n').length).toBeLessThanOrEqual(15)
})
