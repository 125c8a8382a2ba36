import { readXml } from './read-xml.ts'

/** No header and no part number is longer. */
export const longestCell = 100

/** The texts that cells name by their place, each put together of its pieces; how to pronounce them is left out. */
export function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let current = ''
  let isText = false
  let isPronunciation = false
  readXml(xml, {
    open: (name) => {
      if (name === 'si') current = ''
      else if (name === 'rPh') isPronunciation = true
      isText = name === 't'
    },
    text: (text) => {
      if (isText && !isPronunciation && current.length < longestCell) current += text.slice(0, longestCell)
    },
    close: (name) => {
      if (name === 'si') strings.push(current)
      else if (name === 'rPh') isPronunciation = false
      isText = false
    },
  })
  return strings
}
