const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Tells whether lists and objects are nested deeper than this. Checked before parsing, which takes fifty bytes per
 * bracket.
 */
export function isDeeperThan(json: string, max: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at)
    if (isText) {
      if (letter === backslash) at += 1
      else if (letter === quote) isText = false
    } else if (letter === quote) isText = true
    else if (letter === openList || letter === openObject) depth += 1
    else if (letter === closeList || letter === closeObject) depth -= 1
    if (depth > max) return true
  }
  return false
}
