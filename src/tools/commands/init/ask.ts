import { createInterface } from 'node:readline/promises'
import { printable } from '../../../server/platform/printable.ts'
import type { Json } from '../../../server/platform/settings/setting-names.ts'
import { print } from '../../print.ts'
import { ownerFault, ownerProposal } from './first-account.ts'
import { answerAt, faultOf, questions, startingAnswers, withAnswer, type Answers, type Question } from './questions.ts'

type Ask = (text: string) => Promise<string | undefined>
/** The settings, and who gets the first account in the console; an empty address is nobody. */
type Asked = { answers: Answers; owner: string }

/**
 * Asks the questions at the terminal, each until its answer is right; undefined when the input ends before the last.
 */
export async function askAll(): Promise<Asked | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()
  const ask: Ask = async (text) => {
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
    const owner = await askOwner(answers, ask)
    return owner === undefined ? undefined : { answers, owner }
  } finally {
    terminal.close()
  }
}

async function answered(question: Question, answers: Answers, ask: Ask): Promise<Answers | undefined> {
  const { name, text, proposal, isRequired } = question
  const proposed = proposal?.(answers)
  const hint = proposed !== undefined ? ` [${valueText(proposed)}]` : isRequired ? '' : ' (may be empty)'
  for (;;) {
    const typed = await ask(printable(`${text}${hint}: `))
    if (typed === undefined) return undefined
    const next = withAnswer(answers, name, valueOf(typed, question, proposed))
    const fault = faultOf(next, question)
    if (fault === undefined) return next
    printFault(valueText(answerAt(next, name) ?? ''), fault)
  }
}

function printFault(answer: string, fault: string): void {
  print(`  ${answer === '' ? 'This' : `"${answer}"`} ${fault}.`)
}

async function askOwner(answers: Answers, ask: Ask): Promise<string | undefined> {
  const proposed = ownerProposal(answers)
  for (;;) {
    const typed = await ask(
      printable(`Who gets the first account in the console, as owner (e-mail address) [${proposed}]: `),
    )
    if (typed === undefined) return undefined
    const owner = typed === '' ? proposed : typed === '-' ? '' : typed
    const fault = ownerFault(owner)
    if (fault === undefined) return owner
    printFault(owner, fault)
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

function valueText(value: Json): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}
