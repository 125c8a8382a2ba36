import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { LogOutput } from '../../../../src/server/platform/log-output.ts'
import { createLog } from '../../../../src/server/platform/log.ts'

type Reader = Writable & { text: () => string }

/** A reader of the log; a slow one reads nothing until told to. */
function reader(): Reader {
  const chunks: string[] = []
  const writable = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      chunks.push(String(chunk))
      done()
    },
  })
  return Object.assign(writable, { text: () => chunks.join('') })
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test.each([
  ['escape', '\u001b[2J\u001b]0;owned\u0007'],
  ['line breaks', 'a\r\n{"level":60,"msg":"forged"}'],
  ['C1 controls', '\u009b31mred\u0085'],
  ['DEL', '\u007f'],
  ['separators', '\u2028\u2029'],
  ['direction marks', '\u202egnp.exe\u2066'],
])('%s in requests is one log line without terminal effects, and is read back unchanged', async (_, evil) => {
  const output = reader()
  createLog({ LOG_LEVEL: 'info' }, new LogOutput(output)).info({ name: evil }, evil)
  await turn()
  const lines = output.text().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: evil, msg: evil })
})

test('a stalled log reader uses no memory, and is told how much it missed', async () => {
  let go: () => void = () => {}
  const chunks: string[] = []
  const slow = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      chunks.push(String(chunk))
      go = done
    },
  })
  const output = new LogOutput(slow)
  const line = `{"msg":"${'x'.repeat(10_000)}"}\n`
  for (let at = 0; at < 2_000; at++) {
    output.write(line)
    if (at % 100 === 0) await turn()
  }
  expect(slow.writableLength).toBeLessThan(6 * 1024 * 1024)
  for (let tries = 0; tries < 100 && slow.writableLength > 0; tries++) {
    go()
    await turn()
  }
  output.write(line)
  await turn()
  go()
  await turn()
  expect(chunks.join('')).toMatch(/"left_out":1\d\d\d,/)
})

test('a closed log reader costs nothing, and shutdown waits for no reader', async () => {
  const gone = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
  const output = new LogOutput(gone)
  output.write('{}\n')
  await turn()
  output.write('{}\n')
  await output.end(5_000)
  const stuck = new LogOutput(new Writable({ write: () => undefined }))
  stuck.write('{}\n')
  const began = performance.now()
  await stuck.end(50)
  expect(performance.now() - began).toBeLessThan(2_000)
})
