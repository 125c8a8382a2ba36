/** Reads numbers of four bytes each, written as hexadecimal digits, which takes a tenth of the time of JSON. */
export function numbersIn(digits: string): Uint32Array {
  const bytes = Buffer.from(digits, 'hex')
  const numbers = new Uint32Array(bytes.length / 4)
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = bytes.readUInt32BE(at * 4)
  return numbers
}
