import { articleDrawing } from './articles.ts'
import { closeUp, labelCloseUp } from './close-ups.ts'
import { cable } from './details.ts'
import { dimensionDrawing } from './dimensions.ts'
import { drawings, type DrawingKind } from './drawing.ts'
import { centred, fitting, words } from './lettering.ts'
import { measuresOf } from './measures.ts'
import { accent, dark, paper, steel, toneOf } from './palette.ts'
import { plug } from './plugs.ts'
import { disc, inked, move, path, sheet, turn } from './strokes.ts'
import { amount, factText, type DrawnFacts, type Subject } from './subject.ts'

/** What a picture shows: the part, its measures, its connector, or its label. */
export const views = ['part', 'size', 'detail', 'label'] as const
export type View = (typeof views)[number]

/** The part of a picture that is drawn: everything but the part's maker, who is named on its label. */
export type Drawn = Subject & { kind: DrawingKind; maker: string }

/** Draws a part in one view as SVG text, 480 units square; the same part always gives the same text. */
export function drawing(view: View, drawn: Drawn): string {
  const { kind } = drawn
  if (view === 'label') return sheet(labelCloseUp(drawn.maker, drawn))
  const lengths = factText(drawn.facts, 'lengths')
  if (view === 'size' && lengths) return sheet(straightCable(drawn.facts, lengths))
  const body = articleDrawing(factText(drawn.facts, 'article'), drawn) ?? drawings[kind](drawn)
  if (view === 'size') return sheet(dimensionDrawing(body, measuresOf(kind, drawn.facts)))
  return sheet(view === 'part' ? body + numberIn(body, drawn) + restOfSet(drawn) : closeUp(kind, drawn, body))
}

/** The part's number in the corner of its main picture, unless a label in the picture has it. */
function numberIn(body: string, { number }: Subject): string {
  const corner = words(number, 18, 16, 17)
  const [, letters = ''] = / d="([^"]+)"/.exec(corner) ?? []
  return body.includes(letters) ? '' : inked(steel, corner)
}

/** How many more pieces a set has besides the one that its picture shows. */
function restOfSet({ facts }: Subject): string {
  const more = amount(facts, 'set', 1) - 1
  return more > 0 ? disc(62, 418, 44, accent) + inked(paper, centred(`+${more}`, 62, 402, 34)) : ''
}

/** A cable laid out straight, with the lengths that it is sold in. */
function straightCable(facts: DrawnFacts, lengths: string): string {
  const [first, second] = [
    factText(facts, 'end_a') || factText(facts, 'socket_type') || 'eu',
    factText(facts, 'end_b') || factText(facts, 'cord') || 'c13',
  ]
  const tone = toneOf(factText(facts, 'colour'), dark)
  return [
    cable('M130 190H350', 22, tone),
    path('M222 160l16 60M242 160l16 60'),
    move(140, 190, turn(90, 0, 0, plug(first))),
    move(340, 190, turn(-90, 0, 0, plug(second))),
    inked(accent, path('M22 270V330M458 270V330M22 310H458M36 302L22 310l14 8M444 302l14 8l-14 8')),
    inked(accent, centred(`${lengths} M`, 240, 352, fitting(`${lengths} M`, 430, 36))),
  ].join('')
}
