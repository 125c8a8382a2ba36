import { PassThrough } from 'node:stream'
import { vi } from 'vitest'

/**
 * Stands for somebody at the terminal: answers each question with the first answer whose beginning it has, else with
 * Enter. The same question asked again gets the next answer. Returns what was asked; ends the input after `most`
 * questions.
 */
export function typeAnswers(answers: readonly (readonly [question: string, answer: string])[], max = 100) {
  const asked: string[] = []
  const left = [...answers]
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = new PassThrough()
  output.on('data', (text: Buffer) => {
    const question = text.toString()
    asked.push(question)
    const at = left.findIndex(([beginning]) => question.startsWith(beginning))
    const [answer] = at === -1 ? [] : left.splice(at, 1)
    if (asked.length > max) input.end()
    else input.write(`${answer?.[1] ?? ''}\n`)
  })
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin),
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(output as unknown as typeof process.stdout),
  ]
  return { asked, [Symbol.dispose]: () => spies.forEach((spy) => spy.mockRestore()) }
}
