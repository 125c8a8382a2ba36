import { readXml } from './read-xml.ts'

/** Characters that are read of a cell; headers and part numbers are shorter. */
export const longestCell = 100

/** Reads the table of texts that cells refer to by index. Formatted runs are joined; phonetic texts are left out. */
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
