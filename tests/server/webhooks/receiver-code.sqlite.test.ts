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

type Asked = [headers: Got['headers'], text: string, secret: string, now: number]
/** Asks the code of the manual about messages, all in one process. */
type Check = (asked: readonly Asked[]) => boolean[]

const inNode: Check = (asked) => {
  const answers = `${JSON.stringify(asked)}.map((each) => isGenuine(...each))`
  const program = `${codeIn('js')}\nconsole.log(JSON.stringify(${answers}))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString())
}
const inPython: Check = (asked) => {
  const program =
    `${codeIn('python')}\nimport json, sys\n` +
    'print(json.dumps([is_genuine(*each) for each in json.load(sys.stdin)]))'
  return JSON.parse(execFileSync('python3', ['-c', program], { input: JSON.stringify(asked) }).toString())
}

test.each([
  ['Node', inNode, 'js'],
  ['Python', inPython, 'python'],
])(
  'the code of the manual in %s accepts what the shop sends, and nothing else',
  async (_name, areGenuine, language) => {
    await using shop = await fixtureShop()
    await using other = await receiver()
    const { id, secret } = await listening(shop, other.url, ['order.confirmed'])
    await testEndpoint(shop, actor, id)
    await sendDue(shop)
    const [got] = other.got
    if (!got) throw new Error('Nothing came.')
    const now = shop.now().getTime() / 1000
    const [{ headers, text }, stranger] = [got, `whsec_${Buffer.alloc(32).toString('base64')}`]
    const answers = areGenuine([
      [headers, text, secret, now],
      [headers, text.replace('reaches', 'robs'), secret, now],
      [headers, text, stranger, now],
      [headers, text, secret, now + 301],
    ])
    expect(answers).toEqual([true, false, false, false])
    expect(codeIn(language).trim().split('\n').length).toBeLessThanOrEqual(15)
  },
)
