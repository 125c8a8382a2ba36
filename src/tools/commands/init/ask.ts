import { createInterface } from 'node:readline/promises'
import { print } from '../../print.ts'
import { printable } from '../../../server/platform/printable.ts'
import type { Json } from '../../../server/platform/settings/setting-names.ts'
import { answerAt, faultOf, questions, startingAnswers, withAnswer, type Answers, type Question } from './questions.ts'

/**
 * Asks the questions at the terminal, each until its answer is right; undefined when the input ends before the last.
 */
export async function askAll(): Promise<Answers | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()
  const ask = async (text: string): Promise<string | undefined> => {
    terminal.setPrompt(text)
    terminal.prompt()
    const { value, done } = await lines.next()
    return done === true ? undefined : value.trim()
  }
  try {
    let answers = startingAnswers()
    for (const question of questions) {
      if (question.isAsked && !question.isAsked(answers)) continue
      const next = await answered(question, answers, ask)
      if (!next) return undefined
      answers = next
    }
    return answers
  } finally {
    terminal.close()
  }
}

async function answered(
  question: Question,
  answers: Answers,
  ask: (text: string) => Promise<string | undefined>,
): Promise<Answers | undefined> {
  const { name, text, proposal, isRequired } = question
  const proposed = proposal?.(answers)
  const hint = proposed !== undefined ? ` [${written(proposed)}]` : isRequired ? '' : ' (may be empty)'
  for (;;) {
    const typed = await ask(printable(`${text}${hint}: `))
    if (typed === undefined) return undefined
    const next = withAnswer(answers, name, valueOf(typed, question, proposed))
    const fault = faultOf(next, question)
    if (fault === undefined) return next
    print(`  "${written(answerAt(next, name) ?? '')}" ${fault}.`)
  }
}

/** Reads what was typed: nothing takes the proposal, "-" leaves it empty. */
function valueOf(typed: string, { isList }: Question, proposed: Json | undefined): Json {
  if (typed === '' && proposed !== undefined) return proposed
  const text = typed === '-' ? '' : typed
  if (!isList) return text
  return text
    .split(',')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function written(value: Json): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}
