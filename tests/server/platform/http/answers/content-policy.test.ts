import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineContents, tightenPolicy } from '../../../../../src/server/platform/http/answers/content-policy.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test.each([
  ['<script>a</script><style media="x">b</style>', ['a', 'b']],
  ['<script src="/a.js"></script><script type="module">b</script>', ['b']],
  ['<script src=/a.js></script><script data-src="x">b</script>', ['b']],
  ['<input value="<script>"><script>a</script>', ['a']],
  ['<input value="<style a<style a<style a"><style>a</style>', ['a']],
  ["<p title='</script><style>x'>text</p><style>a</style>", ['a']],
  ['<!-- <script>no</script> --><script>a</script>', ['a']],
  ['<!--><script>a</script>', ['a']],
  ['<textarea><script>no</script></textarea><script>a</script>', ['a']],
  ['<title>1 < 2 <script>no</script></title><script>a</script>', ['a']],
  ['<SCRIPT>a</SCRIPT >', ['a']],
  ['<script>if (a < b) c = "<style>"</script><style>d</style>', ['if (a < b) c = "<style>"', 'd']],
  ['<script>a</scripts></script>', ['a</scripts>']],
  ['<script>without an end', []],
  ['<p a="', []],
])('the inline scripts and styles of %j are %j', (html, contents) => expect(inlineContents(html)).toEqual(contents))

test("searching for a tag keeps the page's hashes in the policy", () => {
  const policy = `script-src 'self' ${hashOf('one')} ${hashOf('two')}; style-src 'self' ${hashOf('unused')}`
  for (const typed of ['<script>', '<style a', '<script>alert(1)</script>', '</script>']) {
    const page = `<input name="q" value="${typed}"><script>one</script><h1>&#60;script&#62;</h1><script>two</script>`
    expect(tightenPolicy(policy, Buffer.from(page)), typed).toBe(
      `script-src 'self' ${hashOf('one')} ${hashOf('two')}; style-src 'self'`,
    )
  }
})

test('scripts and styles in any writing keep their hashes', () => {
  const [script, style] = ['say("Å – ☃ 𝄞\u00a0")', '.å::after { content: "→" }']
  const policy = `script-src ${hashOf(script)} ${hashOf('other')}; style-src ${hashOf(style)}`
  const page = `<p title="\u00a0à">å</p><script\u00a0x>no</script><script>${script}</script><style>${style}</style>`
  expect(tightenPolicy(policy, Buffer.from(page))).toBe(`script-src ${hashOf(script)}; style-src ${hashOf(style)}`)
})
