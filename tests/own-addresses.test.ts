import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, projectRoot } from './support/source-files.ts'

/** E-mail addresses that the tests of a file make for each run, as its code writes them, each once. */
function madeAddresses(text: string): string[] {
  const written = text.matchAll(/`([^`\s]*\$\{[^`\s]*@[\w.]+)`/g)
  return [...new Set([...written].map(([, address = '']) => address))]
}

test('no two files of browser tests make the same e-mail address: they share a shop, and the mails in it', () => {
  const files = listFiles('tests/e2e', ['.ts'])
  const made = files.flatMap((file) => madeAddresses(readFileSync(path.join(projectRoot, file), 'utf8')))
  expect(made.length).toBeGreaterThan(30)
  expect(made.filter((address, at) => made.indexOf(address) !== at)).toEqual([])
})

test('detects an address that a test makes', () => {
  const address = 'retur-${language}-${project.name}@example.com'
  expect(madeAddresses(`const email = \`${address}\`\nconst again = \`${address}\``)).toEqual([address])
})
