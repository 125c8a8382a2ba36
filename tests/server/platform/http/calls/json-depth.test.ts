import { expect, test } from 'vitest'
import { isDeeperThan } from '../../../../../src/server/platform/http/calls/json-depth.ts'

test('the depth of JSON ignores brackets in strings', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect([isDeeperThan(nested(64), 64), isDeeperThan(nested(65), 64)]).toEqual([false, true])
  expect(isDeeperThan('{"a":'.repeat(65) + '1' + '}'.repeat(65), 64)).toBe(true)
  expect(isDeeperThan(`[${'[],{},'.repeat(1_000)}1]`, 2)).toBe(false)
  expect(isDeeperThan(JSON.stringify({ text: '"[[[[\\\\"[[[{{{', more: '\\' }), 1)).toBe(false)
  expect(isDeeperThan('', 0)).toBe(false)
})
