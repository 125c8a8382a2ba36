/** Looks without a code after which it counts as taken away: about a second. */
const looksUntilGone = 6
const [sentCodes, isOn] = ['camera-codes', 'camera-on']

/**
 * Which codes in front of the camera are sent, kept over the page that shows the answer: a code that stays there is one
 * unit, and counts again only when it was taken away.
 */
export function createCameraMemory(storage: Storage) {
  const without = new Map<string, number>()
  const sent = () => (storage.getItem(sentCodes) ?? '').split('\n').filter((code) => code !== '')
  const isStillThere = (code: string, codes: readonly string[]) => {
    without.set(code, codes.includes(code) ? 0 : (without.get(code) ?? 0) + 1)
    return (without.get(code) ?? 0) < looksUntilGone
  }
  return {
    /** Takes the codes that one look has found; returns the one to send, if any is new. */
    look(codes: readonly string[]): string | undefined {
      const there = sent().filter((code) => isStillThere(code, codes))
      const fresh = codes.find((code) => code !== '' && !there.includes(code))
      storage.setItem(sentCodes, [...there, ...(fresh === undefined ? [] : [fresh])].join('\n'))
      return fresh
    },
    /** Whether the next page turns the camera on again. */
    get isOn(): boolean {
      return storage.getItem(isOn) !== null
    },
    turn(on: boolean): void {
      if (on) return storage.setItem(isOn, '1')
      storage.removeItem(isOn)
      storage.removeItem(sentCodes)
    },
  }
}
