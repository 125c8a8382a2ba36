import { expect, test } from 'vitest'
import { alikeBeginnings, alikeName } from '../../../src/domain/visitors/alike-names.ts'

test('a name is alike that sounds the same, has other accents, or differs by a letter or two', () => {
  for (const [written, name] of [
    ['Ekstrom', 'Karin Ekström'],
    ['lindkvist', 'Sven Lindqvist'],
    ['Lindquist Sven', 'Sven Lindqvist'],
    ['Karlson', 'Carlsson'],
    ['Ericsson', 'Eriksson'],
    ['Andresson', 'Andersson'],
    ['Gustavson', 'Gustafsson'],
    ['Hällström', 'Hellström'],
    ['wik', 'Vikander'],
    ['Bjorn Oberg', 'Björn Åke Öberg'],
  ] as const)
    expect([written, name, alikeName(written)(name)]).toEqual([written, name, true])
})

test('other names are not alike, nor is a text without a word', () => {
  for (const [written, name] of [
    ['Ek', 'Eva'],
    ['Anna', 'Inga'],
    ['Svensson', 'Johansson'],
    ['Ekström Bo', 'Karin Ekström'],
    ['zzzz', 'Sara'],
    ['hhh', 'Hanna'],
    ['', 'Karin'],
    ['%', 'Karin'],
    ['- -', 'Karin'],
  ] as const)
    expect([written, name, alikeName(written)(name)]).toEqual([written, name, false])
})

test('the beginnings of words that sound alike are known', () => {
  const starts = ['Qvist', 'philip', 'wik', 'zander', 'ylva', 'Lind'].map((word) => alikeBeginnings(word.toLowerCase()))
  expect(starts).toEqual([['k', 'c', 'q'], ['f', 'ph'], ['v', 'w'], ['s', 'z'], ['i', 'y'], ['l']])
})
